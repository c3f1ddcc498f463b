import { z } from 'zod'
import { MIN_PASSWORD_LENGTH } from '#app/domain/accounts/password.ts'
import { isPasswordUnrelated, makeNewPasswordField } from '#app/forms/new-password.server.ts'
import { personFields, phoneField } from '#app/forms/profile.ts'
import { formatPasswordFault } from '#app/text/accounts/password-labels.ts'
import { specTexts } from '#app/text/platform/messages.ts'

/** Returns the schema of an account for the invited e-mail, which the link has verified. */
export function makeInvitedAccountSchema(email: string) {
  return z
    .object({ ...personFields, phone: phoneField, password: makeNewPasswordField({ email }) })
    .refine((account) => isPasswordUnrelated({ ...account, email }), {
      path: ['password'],
      error: formatPasswordFault('own-data', MIN_PASSWORD_LENGTH.customer),
      when: () => true,
    })
}

export const loginSchema = z.object({
  password: z.string({ error: specTexts.loginFieldRequired }).max(1000, specTexts.loginFailed),
})
