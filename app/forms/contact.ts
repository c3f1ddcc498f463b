import { z } from 'zod'
import { emailField, phoneField } from '#app/forms/profile.ts'
import { requiredLines, requiredText } from '#app/forms/text-field.ts'

/** `website` is a honeypot; `token` identifies the form. */
export const contactSchema = z.object({
  name: requiredText(150),
  email: emailField,
  phone: phoneField.optional(),
  text: requiredLines(5_000),
  website: z.string().optional(),
  token: z.string().max(64).optional(),
})
