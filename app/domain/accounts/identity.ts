/** Columns that have the names of their fields. */
const textColumns = ['cpf', 'cnpj', 'ie', 'phone'] as const
type Texts = Record<(typeof textColumns)[number], string | null>

/** The person or company behind an account. Documents have no punctuation; missing ones are null. */
export type Identity = Texts & { isCompany: boolean; name: string; companyName: string | null }

export type IdentityRow = Texts & { is_company: boolean; name: string; company_name: string | null }

export const identityFields = ['name', 'company_name', ...textColumns] as const
export type IdentityField = (typeof identityFields)[number]

export const identityColumns = ['is_company', ...identityFields] as const

/** The columns with the names of an identity. */
export const identitySelection = [
  'is_company as isCompany',
  'name',
  'company_name as companyName',
  ...textColumns,
] as const

export function toIdentityRow({ isCompany, name, companyName, cpf, cnpj, ie, phone }: Identity): IdentityRow {
  return { is_company: isCompany, name, cpf, company_name: companyName, cnpj, ie, phone }
}

/** Fields of a form. `rural_ie` is the IE of a person, `ie` that of a company. */
export type IdentityForm = { name: string } & Partial<
  Record<keyof Texts | 'company_name' | 'rural_ie', string | null | undefined>
>

export function toIdentity(isCompany: boolean, fields: IdentityForm): Identity {
  const { name, company_name: companyName = null, cpf = null, cnpj = null, phone = null } = fields
  const ie = (isCompany ? fields.ie : fields.rural_ie) ?? null
  return { isCompany, name, companyName, cpf, cnpj, ie, phone }
}
