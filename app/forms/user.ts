import { z } from 'zod'
import type { AccountPart } from '#app/domain/accounts/account-parts.ts'
import { type ContributorChoice, contributorChoices } from '#app/domain/accounts/contributor.ts'
import { addressSchema } from '#app/forms/address.ts'
import {
  emailField,
  makeCompanyFields,
  makePersonIeField,
  personFields,
  phoneField,
} from '#app/forms/profile.ts'

export type UserShape = {
  isCompany: boolean
  shipsElsewhere: boolean
  hasEmail: boolean // false if the form has no e-mail
  omittedParts: readonly AccountPart[] // parts that may stay empty
  ieMaxLength: number
}

const tickedBox = z
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
  phone: string | undefined
  email: string | undefined
  billing: Address | undefined
  shipping: Address | undefined
  is_active: boolean
  is_partner: boolean
  is_staff: boolean
  is_superuser: boolean
}
type Identity = Partial<Record<'cpf' | 'company_name' | 'cnpj' | 'ie', string | undefined>>
export type UserFields = Common &
  Identity & {
    rural_ie?: string | null | undefined
    contributor?: ContributorChoice | null | undefined
  }

/** '' depends on the IE; without the field, nothing changes. */
const contributorField = z
  .enum(['', ...contributorChoices], { error: 'Escolha uma das opções' })
  .optional()
  .transform((text) => (text === undefined ? undefined : text || null))

export function makeUserSchema(shape: UserShape): z.ZodType<UserFields> {
  const { isCompany, shipsElsewhere, hasEmail, omittedParts, ieMaxLength } = shape
  const { name, company_name, cnpj, ie } = makeCompanyFields(ieMaxLength)
  const has = (part: AccountPart) => !omittedParts.includes(part)
  return z.object({
    name,
    cpf: chooseSchema(!isCompany && has('cpf'), personFields.cpf),
    company_name: chooseSchema(isCompany && has('company_name'), company_name),
    cnpj: chooseSchema(isCompany && has('cnpj'), cnpj),
    ie: chooseSchema(isCompany && has('ie'), ie),
    rural_ie: chooseSchema(!isCompany, makePersonIeField(ieMaxLength)),
    contributor: contributorField,
    phone: chooseSchema(has('phone'), phoneField),
    email: chooseSchema(hasEmail, emailField),
    billing: chooseSchema(has('billing'), addressSchema),
    shipping: chooseSchema(shipsElsewhere, addressSchema),
    is_active: tickedBox,
    is_partner: tickedBox,
    is_staff: tickedBox,
    is_superuser: tickedBox,
  })
}

function chooseSchema<Value>(counts: boolean, schema: z.ZodType<Value>): z.ZodType<Value | undefined> {
  return counts ? schema : ignored
}
