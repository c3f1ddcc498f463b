import { formatCep, normaliseCep } from '#app/domain/accounts/cep.ts'
import type { CompanyLook } from '#app/domain/settings/appearance.ts'
import { formatDocument } from '#app/text/platform/format.ts'

type AddressParts = {
  street: string
  number: string
  complement: string
  province: string
  city: string
  state: string
}

/** Returns 'Rua das Hélices, 100, sala 2'. */
export function formatStreetLine(address: AddressParts): string {
  return [address.street, address.number, address.complement].filter(Boolean).join(', ')
}

/** Returns 'Centro, Botucatu – SP, CEP 18600-000'. */
export function formatPlaceLine(address: AddressParts, zipCode: string): string {
  return `${address.province}, ${address.city} – ${address.state}, CEP ${formatCep(zipCode)}`
}

/** Formats an address of the history, which ends with the digits of the CEP. */
export function formatHistoryAddress(line: string): string {
  return line.replace(/\b(\d{5})(\d{3})$/, 'CEP $1-$2')
}

/** Formats an address while it is typed, as the order will show it; undefined if the street is empty. */
export function formatTypedAddress(readText: (name: string) => string | undefined): string | undefined {
  const joinTexts = (...names: string[]) => names.map((name) => readText(name)?.trim()).filter(Boolean)
  if (!readText('street')?.trim()) return undefined
  const place = [...joinTexts('city'), ...joinTexts('state').map((state) => state?.toUpperCase())].join(' – ')
  const zipCode = readText('zip_code')?.trim() ?? ''
  const cep = normaliseCep(zipCode)
  return [
    ...joinTexts('street', 'number', 'complement', 'province'),
    place,
    cep === null ? zipCode : `CEP ${formatCep(cep)}`,
  ]
    .filter(Boolean)
    .join(', ')
}

type CompanyFacts = AddressParts & {
  name: string
  tradeName: string
  cnpj: string
  zipCode: string
  phone: string
  email: string
  officerName?: string | undefined
  officerEmail?: string | undefined
}

export type CompanyContact = {
  name: string
  legalName: string
  cnpj: string
  address: string
  phone: string
  email: string
  officer?: { name: string; email: string } // data protection officer (LGPD, art. 41)
  companyLook?: CompanyLook // the company's own appearance, if any
}

/** Returns the seller's data that footer, mails and boletos require (Decreto 7.962, Lei 12.039). */
export function toCompanyContact(company: CompanyFacts): CompanyContact {
  const { officerName, officerEmail } = company
  return {
    name: company.tradeName,
    legalName: company.name,
    cnpj: formatDocument(company.cnpj),
    address: `${formatStreetLine(company)}, ${formatPlaceLine(company, company.zipCode)}`,
    phone: company.phone,
    email: company.email,
    ...(officerName || officerEmail
      ? { officer: { name: officerName ?? '', email: officerEmail ?? company.email } }
      : {}),
  }
}
