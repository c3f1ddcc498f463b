import { z } from 'zod'
import type { AccountPart } from '#app/domain/accounts/account-parts.ts'
import { type ContributorChoice, contributorChoices } from '#app/domain/accounts/contributor.ts'
import type { IdentityForm } from '#app/domain/accounts/identity.ts'
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

const ignoredField = z
  .unknown()
  .optional()
  .transform(() => undefined)

type Address = z.output<typeof addressSchema>

/** Requires all fields, so that the schema must have a rule for each. */
type IdentityFields = { [Name in keyof Required<IdentityForm>]: IdentityForm[Name] }

export type UserFields = IdentityFields & {
  contributor?: ContributorChoice | null | undefined
  email: string | undefined
  billing: Address | undefined
  shipping: Address | undefined
  is_active: boolean
  is_partner: boolean
  is_staff: boolean
  is_superuser: boolean
}

/** Parses the choice. Returns null for '' (the IE decides), and undefined if the field is missing (no change). */
const contributorField = z
  .enum(['', ...contributorChoices], { error: 'Escolha uma das opções' })
  .optional()
  .transform((text) => (text === undefined ? undefined : text || null))

export function makeUserSchema(shape: UserShape): z.ZodType<UserFields> {
  const { isCompany, shipsElsewhere, hasEmail, omittedParts, ieMaxLength } = shape
  const { name, company_name, cnpj, ie } = makeCompanyFields(ieMaxLength)
  const isRequired = (part: AccountPart) => !omittedParts.includes(part)
  return z.object({
    name,
    cpf: makeSchemaIf(!isCompany && isRequired('cpf'), personFields.cpf),
    company_name: makeSchemaIf(isCompany && isRequired('company_name'), company_name),
    cnpj: makeSchemaIf(isCompany && isRequired('cnpj'), cnpj),
    ie: makeSchemaIf(isCompany && isRequired('ie'), ie),
    rural_ie: makeSchemaIf(!isCompany, makePersonIeField(ieMaxLength)),
    contributor: contributorField,
    phone: makeSchemaIf(isRequired('phone'), phoneField),
    email: makeSchemaIf(hasEmail, emailField),
    billing: makeSchemaIf(isRequired('billing'), addressSchema),
    shipping: makeSchemaIf(shipsElsewhere, addressSchema),
    is_active: tickedBox,
    is_partner: tickedBox,
    is_staff: tickedBox,
    is_superuser: tickedBox,
  })
}

function makeSchemaIf<Value>(isUsed: boolean, schema: z.ZodType<Value>): z.ZodType<Value | undefined> {
  return isUsed ? schema : ignoredField
}
