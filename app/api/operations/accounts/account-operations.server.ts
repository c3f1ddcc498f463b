import type { Operation } from '#app/api/operation.server.ts'
import { createToken } from '#app/api/operations/accounts/token.server.ts'

export const accountOperations: readonly Operation[] = [createToken]
