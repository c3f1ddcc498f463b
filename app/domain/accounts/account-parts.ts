const parts = ['cpf', 'company_name', 'cnpj', 'ie', 'phone', 'billing'] as const
export type AccountPart = (typeof parts)[number]

type Account = {
  isCompany: boolean
  cpf: string | null
  companyName: string | null
  cnpj: string | null
  ie: string | null
  phone: string | null
  billing?: unknown
}

/** Returns the parts that this kind of account requires and that are missing. */
export function listMissingParts(account: Account): AccountPart[] {
  const { isCompany, cpf, companyName, cnpj, ie, phone, billing } = account
  const ofCompany = { company_name: companyName, cnpj, ie }
  const has = { cpf, company_name: true, cnpj: true, ie: true, phone, billing }
  const having = isCompany ? { ...has, cpf: true, ...ofCompany } : has
  return parts.filter((part) => !having[part])
}
