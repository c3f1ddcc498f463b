import { z } from 'zod'
import type { PasswordOwner } from '#app/domain/accounts/password.ts'
import { addressSchema } from '#app/forms/address.ts'
import { makeNewPasswordFields } from '#app/forms/new-password.server.ts'
import { emailField, phoneField } from '#app/forms/profile.ts'
import { messages, specTexts } from '#app/text/platform/messages.ts'

const currentPassword = z.string({ error: specTexts.fieldRequired }).max(1000, messages.currentPasswordWrong)

/** Fields of the profile that customers may change. Others are ignored. */
export const phoneSchema = z.object({ phone: phoneField })

export const changeEmailSchema = z
  .object({
    email: emailField,
    again: z.string({ error: specTexts.fieldRequired }).trim().toLowerCase(),
    current: currentPassword,
  })
  .refine(({ email, again }) => email === again, { path: ['again'], error: messages.emailsDiffer })

export function makePasswordChangeSchema(owner: PasswordOwner) {
  return z.intersection(z.object({ current: currentPassword }), makeNewPasswordFields(owner))
}

const ignoredField = z
  .unknown()
  .optional()
  .transform(() => undefined)

export function makeAddressesSchema({ shipsElsewhere }: { shipsElsewhere: boolean }) {
  const shipping: z.ZodType<z.output<typeof addressSchema> | undefined> = shipsElsewhere
    ? addressSchema
    : ignoredField
  return z.object({ billing: addressSchema, shipping })
}

type AddressFields = z.output<typeof addressSchema>
type ContactParts = { hasPhone: boolean; hasAddresses: boolean; shipsElsewhere: boolean }

/** Validates the phone and the addresses, which one form changes together. Ignores parts that the form omits. */
export function makeContactChangesSchema({ hasPhone, hasAddresses, shipsElsewhere }: ContactParts) {
  const phone: z.ZodType<string | undefined> = hasPhone ? phoneField : ignoredField
  const billing: z.ZodType<AddressFields | undefined> = hasAddresses ? addressSchema : ignoredField
  const { shipping } = makeAddressesSchema({ shipsElsewhere: hasAddresses && shipsElsewhere }).shape
  return z.object({ phone, billing, shipping })
}

/** Confirms a deletion. `losses` is present if the form displayed losses. */
export const deletionSchema = z.object({
  agreed: z.literal('on', { error: messages.deletionNotAgreed }),
  losses: z.string().optional(),
  current: currentPassword,
})
