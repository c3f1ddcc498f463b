import { z } from 'zod'
import { addressSchema } from '#app/forms/address.ts'
import { companyFields, emailField, personFields, phoneField } from '#app/forms/profile.ts'

/** Which parts of the form of a user count. */
export type UserShape = {
  isCompany: boolean
  shipsElsewhere: boolean
  /** the e-mail may be changed; else the field is not sent */
  hasEmail: boolean
  ieMaxLength: number
}

const ticked = z
  .string()
  .optional()
  .transform((text) => text === 'on')

const ignored = z
  .unknown()
  .optional()
  .transform(() => undefined)

type Address = z.output<typeof addressSchema>
type Common = {
  name: string
  phone: string
  email: string | undefined
  billing: Address
  shipping: Address | undefined
  is_active: boolean
  is_partner: boolean
  is_staff: boolean
  is_superuser: boolean
}
export type UserFields = Common & { cpf?: string; company_name?: string; cnpj?: string; ie?: string }

/** A user as the shop's people write it down: identity, e-mail, addresses and what the account may (F75, F78, D54). */
export function userSchema(shape: UserShape): z.ZodType<UserFields> {
  const { isCompany, shipsElsewhere, hasEmail, ieMaxLength } = shape
  const email: z.ZodType<string | undefined> = hasEmail ? emailField : ignored
  const shipping: z.ZodType<Address | undefined> = shipsElsewhere ? addressSchema : ignored
  return z.object({
    ...(isCompany ? companyFields(ieMaxLength) : personFields),
    phone: phoneField,
    email,
    billing: addressSchema,
    shipping,
    is_active: ticked,
    is_partner: ticked,
    is_staff: ticked,
    is_superuser: ticked,
  })
}
