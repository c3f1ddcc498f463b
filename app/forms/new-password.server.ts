import { z } from 'zod'
import {
  findPasswordFault,
  getMinPasswordLength,
  normalisePassword,
  type PasswordOwner,
} from '#app/domain/accounts/password.ts'
import { isCommonPassword } from '#app/models/accounts/common-password.server.ts'
import { formatPasswordFault } from '#app/text/accounts/password-labels.ts'
import { specTexts } from '#app/text/platform/messages.ts'

export function findNewPasswordError(password: string, owner: PasswordOwner): string | undefined {
  const fault = findPasswordFault(password, owner, isCommonPassword)
  return fault && formatPasswordFault(fault, getMinPasswordLength(owner))
}

export function makeNewPasswordField(owner: PasswordOwner) {
  return z.string({ error: specTexts.fieldRequired }).superRefine((password, context) => {
    const message = findNewPasswordError(password, owner)
    if (message) context.addIssue({ code: 'custom', message })
  })
}

/** Validates both fields. The specification has one text for an empty password and for different passwords. */
export function makeNewPasswordFields(owner: PasswordOwner) {
  return z
    .object({ password: z.string().default(''), confirmation: z.string().default('') })
    .superRefine(({ password, confirmation }, context) => {
      if (password === '')
        return context.addIssue({ code: 'custom', path: ['password'], message: specTexts.passwordsDiffer })
      const message = findNewPasswordError(password, owner)
      if (message) context.addIssue({ code: 'custom', path: ['password'], message })
      if (normalisePassword(password) !== normalisePassword(confirmation))
        context.addIssue({ code: 'custom', path: ['confirmation'], message: specTexts.passwordsDiffer })
    })
}

const typedText = z.string().catch('')
const newAccount = z.object({
  password: typedText,
  email: typedText,
  name: typedText,
  company_name: typedText,
})

/** Returns false for a password made of the form's e-mail or names. Accepts invalid forms, too. */
export function isPasswordUnrelated(account: unknown): boolean {
  const { success, data } = newAccount.safeParse(account)
  if (!success) return true
  const { password, email, name, company_name } = data
  return findPasswordFault(password, { email, names: [name, company_name] }, isCommonPassword) !== 'own-data'
}
