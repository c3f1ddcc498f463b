import type { Operation } from '#app/api/operation.server.ts'
import { getCertificate } from '#app/api/operations/accounts/certificate.server.ts'
import { sendContactMessage } from '#app/api/operations/accounts/contact.server.ts'
import { listHistory } from '#app/api/operations/accounts/history.server.ts'
import { confirmPassword, requestRecovery } from '#app/api/operations/accounts/passwords.server.ts'
import { getProfile, listProfiles } from '#app/api/operations/accounts/profiles.server.ts'
import {
  createProfile,
  deleteProfile,
  updateProfile,
} from '#app/api/operations/accounts/save-profile.server.ts'
import { listAdmins, printLabels } from '#app/api/operations/accounts/staff-lists.server.ts'
import { createToken } from '#app/api/operations/accounts/token.server.ts'

export const accountOperations: readonly Operation[] = [
  createToken,
  requestRecovery,
  confirmPassword,
  listProfiles,
  getProfile,
  createProfile,
  updateProfile,
  deleteProfile,
  listAdmins,
  printLabels,
  listHistory,
  getCertificate,
  sendContactMessage,
]
