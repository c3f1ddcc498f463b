import type { Operation } from '#app/api/operation.server.ts'
import { renewNamedSignature, renewSignature } from '#app/api/operations/subscriptions/renewal.server.ts'
import { updateSignature } from '#app/api/operations/subscriptions/signature-changes.server.ts'
import { getSignatureFile } from '#app/api/operations/subscriptions/signature-file.server.ts'
import { getSignature, listSignatures } from '#app/api/operations/subscriptions/signatures.server.ts'

export const subscriptionOperations: readonly Operation[] = [
  listSignatures,
  getSignature,
  updateSignature,
  renewSignature,
  renewNamedSignature,
  getSignatureFile,
]
