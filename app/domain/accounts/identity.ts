/** The person or company behind an account. Documents have no punctuation; missing ones are null. */
export type Identity = {
  isCompany: boolean
  name: string
  companyName: string | null
  cpf: string | null
  cnpj: string | null
  ie: string | null
  phone: string | null
}

/** Fields of a form. `rural_ie` is the IE of a person, `ie` that of a company. */
export type IdentityForm = { name: string } & Partial<
  Record<'cpf' | 'company_name' | 'cnpj' | 'ie' | 'rural_ie' | 'phone', string | null | undefined>
>

export function toIdentity(isCompany: boolean, fields: IdentityForm): Identity {
  const { name, company_name: companyName = null, cpf = null, cnpj = null, phone = null } = fields
  const ie = (isCompany ? fields.ie : fields.rural_ie) ?? null
  return { isCompany, name, companyName, cpf, cnpj, ie, phone }
}
