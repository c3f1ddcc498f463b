import type { Operation } from '#app/api/operation.server.ts'
import { getProfile, listProfiles } from '#app/api/operations/accounts/profiles.server.ts'
import {
  createProfile,
  deleteProfile,
  updateProfile,
} from '#app/api/operations/accounts/save-profile.server.ts'
import { createToken } from '#app/api/operations/accounts/token.server.ts'

export const accountOperations: readonly Operation[] = [
  createToken,
  listProfiles,
  getProfile,
  createProfile,
  updateProfile,
  deleteProfile,
]
