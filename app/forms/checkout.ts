import { z } from 'zod'
import { MIN_PASSWORD_LENGTH } from '#app/domain/accounts/password.ts'
import { maxPurchaseOrderLength } from '#app/domain/checkout/purchase-order.ts'
import type { UnitBlock } from '#app/domain/platform/units.ts'
import { addressSchema } from '#app/forms/address.ts'
import { isPasswordUnrelated, makeNewPasswordField } from '#app/forms/new-password.server.ts'
import {
  emailField,
  makeCompanyFields,
  makePersonIeField,
  personFields,
  phoneField,
} from '#app/forms/profile.ts'
import { optionalText, rejectLinks } from '#app/forms/text-field.ts'
import { makeUnitsSchema } from '#app/forms/units.ts'
import { formatPasswordFault } from '#app/text/accounts/password-labels.ts'
import { termsVersion } from '#app/text/orders/terms.ts'
import { messages } from '#app/text/platform/messages.ts'

/** The parts of the form to validate, which depend on the login, the cart and the ticked boxes. */
export type CheckoutShape = {
  isKnown: boolean
  isCompany: boolean
  shipsElsewhere: boolean
  needsShipping: boolean
  ieMaxLength: number
  blocks: readonly UnitBlock[]
}

type AccountFields = { phone: string; name: string; email: string; password: string }
export type NewBuyer =
  | (AccountFields & { cpf: string; rural_ie: string | null })
  | (AccountFields & { company_name: string; cnpj: string; ie: string })
type Buyer = { phone: string } | NewBuyer

const displayedNumber = z.number({ error: messages.formStale }).int(messages.formStale)

/** The key of an item: a publication's id, or 'r' with the id of the renewed subscription. */
const displayedItemKey = z.string({ error: messages.formStale }).regex(/^r?\d{1,10}$/, messages.formStale)

const ignoredField = z
  .unknown()
  .optional()
  .transform(() => undefined)

/** Caches schemas because building one is slow. Schemas with units are too many to be cached. */
const cachedSchemas = new Map<string, ReturnType<typeof makeSchema>>()

/** Returns the schema of the shape. The schema drops fields of other shapes without validating them. */
export function makeCheckoutSchema(shape: CheckoutShape) {
  if (shape.blocks.length > 0) return makeSchema(shape)
  const key = JSON.stringify(shape)
  const schema = cachedSchemas.get(key) ?? makeSchema(shape)
  cachedSchemas.set(key, schema)
  return schema
}

function makeSchema(shape: CheckoutShape) {
  const { shipsElsewhere, needsShipping } = shape
  const shipping: z.ZodType<z.output<typeof addressSchema> | undefined> =
    shipsElsewhere && needsShipping ? addressSchema : ignoredField
  const service: z.ZodType<string | undefined> = needsShipping
    ? z.string({ error: messages.shippingRequired }).max(30, messages.shippingRequired)
    : ignoredField
  return z.object({
    checkout_token: z.string({ error: messages.formStale }).regex(/^[0-9a-f]{32}$/, messages.formStale),
    buyer: makeBuyerSchema(shape),
    purchase_order: rejectLinks(optionalText(maxPurchaseOrderLength)),
    billing: addressSchema,
    shipping,
    shipping_service: service,
    unit: makeUnitsSchema(shape.blocks),
    terms: z.literal(termsVersion, { error: messages.termsRequired }),
    repeats: z.number().int().optional(),
    seen: z
      .array(z.object({ id: displayedItemKey, price: displayedNumber, quantity: displayedNumber }), {
        error: messages.formStale,
      })
      .max(500, messages.formStale),
    seen_shipping: z.record(z.string(), z.coerce.number().int()).optional(),
  })
}

export function makeAccountSchema(
  shape: Pick<CheckoutShape, 'isCompany' | 'shipsElsewhere' | 'ieMaxLength'>,
) {
  const shipping: z.ZodType<z.output<typeof addressSchema> | undefined> = shape.shipsElsewhere
    ? addressSchema
    : ignoredField
  return z.object({ buyer: makeNewBuyerSchema(shape), billing: addressSchema, shipping })
}

export type CheckoutForm = z.output<ReturnType<typeof makeCheckoutSchema>>

/** Rejects a password made of the buyer's names or e-mail, even if other fields fail. */
const ownDataFault = {
  path: ['password'],
  error: formatPasswordFault('own-data', MIN_PASSWORD_LENGTH.customer),
  when: () => true,
}

function makeBuyerSchema(shape: CheckoutShape): z.ZodType<Buyer> {
  return shape.isKnown ? z.object({ phone: phoneField }) : makeNewBuyerSchema(shape)
}

function makeNewBuyerSchema({
  isCompany,
  ieMaxLength,
}: Pick<CheckoutShape, 'isCompany' | 'ieMaxLength'>): z.ZodType<NewBuyer> {
  const account = { phone: phoneField, email: emailField, password: makeNewPasswordField({}) }
  return isCompany
    ? z.object({ ...account, ...makeCompanyFields(ieMaxLength) }).refine(isPasswordUnrelated, ownDataFault)
    : z
        .object({ ...account, ...personFields, rural_ie: makePersonIeField(ieMaxLength) })
        .refine(isPasswordUnrelated, ownDataFault)
}
