import { isFuelType } from '#app/domain/accounts/aircraft.ts'
import { isCivilDate } from '#app/domain/platform/calendar.ts'
import { fuelLabels } from '#app/text/accounts/aircraft-labels.ts'
import { formatDate } from '#app/text/platform/format.ts'
import { subscriptionForCustomer } from '#app/text/subscriptions/subscription-labels.ts'

/** What keeps a unit from being saved: which field says so, and in which words. */
const refusals: Record<string, { field: string; text: string }> = {
  'status-locked': { field: 'status', text: 'A situação é definida pela expedição ou pelo vencimento' },
  'status-does-not-fit': { field: 'status', text: 'Esta situação não serve para o que foi vendido' },
  'one-off-has-no-due': { field: 'due', text: 'Uma compra avulsa não tem vencimento' },
  'date-required': { field: 'expedition_date', text: 'Informe a data: ela é da expedição também' },
  'date-wrong': {
    field: 'expedition_date',
    text: 'A data não pode ser depois de hoje nem depois da entrega',
  },
  'track-code-required': {
    field: 'track_code',
    text: 'Este tipo de envio precisa do código de rastreamento',
  },
  'track-code-wrong': { field: 'track_code', text: 'Código incorreto: confira as letras e o dígito' },
  'track-code-unexpected': { field: 'track_code', text: 'Carta simples não tem código de rastreamento' },
}

/** The field a refusal belongs to and its words; the status for what no field explains. */
export function formatSubscriptionRefusal(reason: string): { field: string; text: string } {
  return refusals[reason] ?? { field: 'status', text: 'A situação mudou. Confira e salve de novo.' }
}

/** The fields of the form in the order of the page. */
export const subscriptionLabels = {
  status: 'Situação',
  track_code: 'Código de rastreamento',
  expedition_date: 'Data da expedição',
  due: 'Vencimento',
  prefix: 'Prefixo (matrícula)',
  foreign: 'Matrícula estrangeira',
  serial: 'Número de série',
  fuel: 'Combustível',
  notes: 'Observações',
} as const

/** The fields as the history names them. */
export const subscriptionHistoryLabels = {
  status: 'Situação',
  trackCode: 'Código de rastreamento',
  sentOn: 'Data da expedição',
  due: 'Vencimento',
  prefix: 'Prefixo',
  isForeign: 'Matrícula estrangeira',
  serialNumber: 'Número de série',
  fuel: 'Combustível',
  notes: 'Observações',
} as const

/** A stored value as it is read: a code in words, a day as it is written. */
export function subscriptionValue(field: string, value: string): string {
  const number = Number(value)
  if (field === 'status') return subscriptionForCustomer({ status: number, due: null }, '').text
  if (field === 'fuel') return isFuelType(number) ? fuelLabels[number] : value
  if (field === 'isForeign') return value === 'true' || value === '1' ? 'Sim' : 'Não'
  return isCivilDate(value) ? formatDate(value) : value
}

/** The texts of the form as they are read, by field; for an edit conflict. */
export function formInWords(texts: Readonly<Record<string, string>>): Record<string, string> {
  const names = Object.entries(texts).filter(([, text]) => text !== '')
  return Object.fromEntries(
    names.map(([name, text]) => [name, name === 'foreign' ? 'Sim' : subscriptionValue(name, text)]),
  )
}
