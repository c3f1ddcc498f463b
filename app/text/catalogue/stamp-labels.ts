import type { CivilDate } from '#app/domain/platform/calendar.ts'
import { formatDate, formatDocument } from '#app/text/platform/format.ts'

type Copy = {
  name: string
  document: string
  email: string
  orderId: number | null
  registration: string | null
  number: number
  createdOn: CivilDate
  person?: string | undefined // colleague who acted for a company
}

/** Returns the foot of each page of a copy. */
export function listStampLines(copy: Copy): string[] {
  const source = copy.orderId === null ? 'Acesso de parceiro' : `Pedido nº ${copy.orderId}`
  const details = [
    source,
    ...(copy.registration ? [`Aeronave ${copy.registration}`] : []),
    formatDate(copy.createdOn),
    `Cópia nº ${copy.number}`,
    ...(copy.person ? [`por ${copy.person}`] : []),
  ]
  return [
    `Licenciado para ${copy.name} · ${formatDocumentLine(copy.document)} · ${copy.email}`,
    `${details.join(' · ')} · Reprodução e repasse proibidos`,
  ]
}

export function formatDocumentLine(document: string): string {
  if (document === '') return 'sem documento'
  // A CPF has 11 characters, a CNPJ 14.
  return `${document.length === 11 ? 'CPF' : 'CNPJ'} ${formatDocument(document)}`
}
