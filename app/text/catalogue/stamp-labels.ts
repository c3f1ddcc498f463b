import type { AircraftName } from '#app/domain/accounts/aircraft.ts'
import type { CivilDate } from '#app/domain/platform/calendar.ts'
import { formatAircraftName } from '#app/text/accounts/aircraft-labels.ts'
import { formatDate, formatDocument } from '#app/text/platform/format.ts'

type Copy = AircraftName & {
  name: string
  document: string
  email: string
  orderId: number | null
  number: number
  createdOn: CivilDate
  person?: string | undefined // colleague who acted for a company
}

/** Returns the foot of each page of a copy. */
export function listStampLines(copy: Copy): string[] {
  const source = copy.orderId === null ? 'Acesso de parceiro' : `Pedido nº ${copy.orderId}`
  const aircraft = formatAircraftName(copy)
  const details = [
    source,
    ...(aircraft ? [`Aeronave ${aircraft}`] : []),
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
