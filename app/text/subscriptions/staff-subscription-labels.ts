import { isFuelType } from '#app/domain/accounts/aircraft.ts'
import { isCivilDate } from '#app/domain/platform/calendar.ts'
import { foreignRegistrationLabel, fuelLabels } from '#app/text/accounts/aircraft-labels.ts'
import { formatDate } from '#app/text/platform/format.ts'
import { getCustomerSubscriptionStatus } from '#app/text/subscriptions/subscription-labels.ts'

const refusalTexts: Record<string, { field: string; text: string }> = {
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

export function formatSubscriptionRefusal(reason: string): { field: string; text: string } {
  return refusalTexts[reason] ?? { field: 'status', text: 'A situação mudou. Confira e salve de novo.' }
}

export const subscriptionLabels = {
  status: 'Situação',
  track_code: 'Código de rastreamento',
  expedition_date: 'Data da expedição',
  due: 'Vencimento',
  prefix: 'Prefixo (matrícula)',
  foreign: foreignRegistrationLabel,
  serial: 'Número de série',
  fuel: 'Combustível',
  notes: 'Observações',
} as const

export const subscriptionHistoryLabels = {
  status: 'Situação',
  trackCode: 'Código de rastreamento',
  sentOn: 'Data da expedição',
  due: 'Vencimento',
  registration: 'Prefixo',
  isForeign: foreignRegistrationLabel,
  serialNumber: 'Número de série',
  fuel: 'Combustível',
  notes: 'Observações',
} as const

export function formatSubscriptionValue(field: string, value: string): string {
  const number = Number(value)
  // Without a due date, the status does not depend on today's date.
  if (field === 'status') return getCustomerSubscriptionStatus({ status: number, due: null }, '').text
  if (field === 'fuel') return isFuelType(number) ? fuelLabels[number] : value
  if (field === 'isForeign') return value === 'true' || value === '1' ? 'Sim' : 'Não'
  return isCivilDate(value) ? formatDate(value) : value
}

/** Formats the form's texts for a conflict. */
export function formatSubscriptionTexts(texts: Readonly<Record<string, string>>): Record<string, string> {
  const filledTexts = Object.entries(texts).filter(([, text]) => text !== '')
  return Object.fromEntries(
    filledTexts.map(([name, text]) => [
      name,
      name === 'foreign' ? 'Sim' : formatSubscriptionValue(name, text),
    ]),
  )
}
