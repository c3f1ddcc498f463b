import { formatCep, normaliseCep } from '#app/domain/accounts/cep.ts'
import { formatStreetLine } from '#app/text/accounts/address-labels.ts'
import { formatPhoneText } from '#app/text/accounts/user-labels.ts'
import { formatDocument } from '#app/text/platform/format.ts'

type Recipient = {
  name: string
  contact: string | null
  document: string | null
  phone: string | null
  address: {
    zip_code: string
    street: string
    number: string
    complement: string
    province: string
    city: string
    state: string
  }
}

export function formatSimpleLines({ name, address }: Recipient): string[] {
  return [name, formatStreetLine(address), address.province, formatCityLine(address)].filter(Boolean)
}

export function formatCompleteLines({ name, contact, document, phone, address }: Recipient): string[] {
  const documentAndPhone = [formatDocumentLine(document), phone && formatPhoneText(phone)]
    .filter(Boolean)
    .join(' · ')
  return [
    name,
    contact ? `A/C ${contact}` : '',
    documentAndPhone,
    formatStreetLine(address),
    [address.province, formatCityLine(address)].filter(Boolean).join(', '),
  ].filter(Boolean)
}

export function formatSenderLine({
  name,
  address,
  phone,
}: {
  name: string
  address: string
  phone: string
}): string {
  // No-break spaces keep the phone number on one line.
  return `Remetente: ${[name, address, phone.replaceAll(' ', '\u00a0')].filter(Boolean).join(', ')}`
}

function formatCityLine({ city, state, zip_code }: Recipient['address']): string {
  return `${city}-${state} · CEP ${normaliseCep(zip_code) ? formatCep(zip_code) : zip_code}`
}

function formatDocumentLine(document: string | null): string {
  if (!document) return ''
  // A CPF has 11 characters, a CNPJ 14.
  return `${document.length === 11 ? 'CPF' : 'CNPJ'} ${formatDocument(document)}`
}
