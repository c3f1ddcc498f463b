import { z } from 'zod'
import { MIN_PASSWORD_LENGTH } from '#app/domain/accounts/password.ts'
import { isPasswordOfItsOwn, newPasswordField } from '#app/forms/new-password.server.ts'
import { personFields, phoneField } from '#app/forms/profile.ts'
import { formatPasswordFault } from '#app/text/accounts/password-labels.ts'
import { specified } from '#app/text/platform/messages.ts'

/** Returns the schema of an account for the invited e-mail, which the link has verified. */
export function accountSchema(email: string) {
  return z
    .object({ ...personFields, phone: phoneField, password: newPasswordField({ email }) })
    .refine((account) => isPasswordOfItsOwn({ ...account, email }), {
      path: ['password'],
      error: formatPasswordFault('own-data', MIN_PASSWORD_LENGTH.customer),
      when: () => true,
    })
}

export const loginSchema = z.object({
  password: z.string({ error: specified.loginFieldRequired }).max(1000, specified.loginFailed),
})
