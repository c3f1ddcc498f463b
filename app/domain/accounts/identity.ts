/** Text columns with the same name in the row and in `Identity`. */
const textColumns = ['cpf', 'cnpj', 'ie', 'phone'] as const
type DocumentTexts = Record<(typeof textColumns)[number], string | null>

/** The person or company behind an account. Documents have no punctuation; missing ones are null. */
export type Identity = DocumentTexts & { isCompany: boolean; name: string; companyName: string | null }

export type IdentityRow = DocumentTexts & { is_company: boolean; name: string; company_name: string | null }

export const identityFields = ['name', 'company_name', ...textColumns] as const
export type IdentityField = (typeof identityFields)[number]

export const identityColumns = ['is_company', ...identityFields] as const

/** Selects the columns under the property names of `Identity`. */
export const identitySelection = [
  'is_company as isCompany',
  'name',
  'company_name as companyName',
  ...textColumns,
] as const

export function toIdentityRow({ isCompany, name, companyName, cpf, cnpj, ie, phone }: Identity): IdentityRow {
  return { is_company: isCompany, name, cpf, company_name: companyName, cnpj, ie, phone }
}

/** Fields of a form, whose IE of a person is `rural_ie`. */
export type IdentityForm = { name: string } & Partial<
  Record<keyof DocumentTexts | 'company_name' | 'rural_ie', string | null | undefined>
>

/** Returns only the documents of a company or of a person. */
export function toIdentity(isCompany: boolean, fields: IdentityForm): Identity {
  const { name, company_name: companyName = null, cpf = null, cnpj = null, phone = null } = fields
  return isCompany
    ? { isCompany, name, companyName, cpf: null, cnpj, ie: fields.ie ?? null, phone }
    : { isCompany, name, companyName: null, cpf, cnpj: null, ie: fields.rural_ie ?? null, phone }
}
