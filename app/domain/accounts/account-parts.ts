import type { Identity } from '#app/domain/accounts/identity.ts'

const personParts = ['cpf', 'phone', 'billing'] as const
const companyParts = ['company_name', 'cnpj', 'ie', 'phone', 'billing'] as const
export type AccountPart = (typeof personParts | typeof companyParts)[number]

type Account = Pick<Identity, 'isCompany' | 'cpf' | 'companyName' | 'cnpj' | 'ie' | 'phone'> & {
  billing?: unknown
}

/** Returns the parts that this kind of account requires and that are missing. */
export function listMissingParts(account: Account): AccountPart[] {
  const { isCompany, cpf, companyName, cnpj, ie, phone, billing } = account
  const values = { cpf, company_name: companyName, cnpj, ie, phone, billing }
  const requiredParts: readonly AccountPart[] = isCompany ? companyParts : personParts
  return requiredParts.filter((part) => !values[part])
}
