import { z } from 'zod'
import { minPasswordLength, type PasswordOwner, passwordFault } from '#app/domain/accounts/password.ts'
import { isCommonPassword } from '#app/models/accounts/common-password.server.ts'
import { formatPasswordFault } from '#app/text/accounts/password-labels.ts'
import { specified } from '#app/text/platform/messages.ts'

/** What is wrong with a new password of this person, in words; undefined when it may be used (D72). */
export function newPasswordError(password: string, owner: PasswordOwner): string | undefined {
  const fault = passwordFault(password, owner, isCommonPassword)
  return fault && formatPasswordFault(fault, minPasswordLength(owner))
}

/** A new password of this person: of any kind of characters, taken as it is; see `passwordFault` for what is refused. */
export function newPasswordField(owner: PasswordOwner) {
  return z.string({ error: specified.fieldRequired }).superRefine((password, context) => {
    const message = newPasswordError(password, owner)
    if (message) context.addIssue({ code: 'custom', message })
  })
}

/** A new password, typed twice the same; the specification has one text for empty and for different. */
export function newPasswordTwice(owner: PasswordOwner) {
  return z
    .object({ password: z.string().default(''), confirmation: z.string().default('') })
    .superRefine(({ password, confirmation }, context) => {
      if (password === '')
        return context.addIssue({ code: 'custom', path: ['password'], message: specified.passwordsDiffer })
      const message = newPasswordError(password, owner)
      if (message) context.addIssue({ code: 'custom', path: ['password'], message })
      if (password !== confirmation)
        context.addIssue({ code: 'custom', path: ['confirmation'], message: specified.passwordsDiffer })
    })
}

const typed = z.string().catch('')
const newAccount = z.object({ password: typed, email: typed, name: typed, company_name: typed })

/** False when a form that opens an account has a password made of the e-mail and the names in it, right or wrong. */
export function isPasswordOfItsOwn(account: unknown): boolean {
  const { success, data } = newAccount.safeParse(account)
  if (!success) return true
  const { password, email, name, company_name } = data
  return passwordFault(password, { email, names: [name, company_name] }, isCommonPassword) !== 'own-data'
}
