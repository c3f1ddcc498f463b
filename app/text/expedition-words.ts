import type { CivilDate } from '#app/domain/calendar.ts'
import { type ExpeditionStatus, type ExpeditionType, expeditionStatus } from '#app/domain/expedition.ts'
import { formatDate } from '#app/text/format.ts'

type Tone = 'neutral' | 'info' | 'good' | 'warn' | 'bad'

/** The states of a shipment in the specification's words (F84). */
export const expeditionWords: Record<ExpeditionStatus, { text: string; tone: Tone }> = {
  [expeditionStatus.underWay]: { text: 'Em Andamento', tone: 'warn' },
  [expeditionStatus.sent]: { text: 'Enviado', tone: 'info' },
  [expeditionStatus.delivered]: { text: 'Entregue', tone: 'good' },
  [expeditionStatus.returned]: { text: 'Devolvido', tone: 'bad' },
}

/** How a shipment's state reads; a code nobody knows is a dash. */
export function statusOfExpedition(status: number): { text: string; tone: Tone } {
  const known = Object.entries(expeditionWords).find(([code]) => Number(code) === status)
  return known ? known[1] : { text: '-', tone: 'neutral' }
}

const typeNames: Record<ExpeditionType, string> = {
  SEDEX: 'SEDEX',
  PAC: 'PAC',
  ACOBRAR: 'A cobrar (frete pago por quem recebe)',
  REGISTRADA: 'Carta registrada',
  SIMPLES: 'Carta simples',
}

/** What the shop calls the way a shipment travels. */
export function expeditionTypeName(type: string): string {
  return Object.entries(typeNames).find(([name]) => name === type)?.[1] ?? type
}

type Dated = {
  status: number
  creation_date: CivilDate
  send_date: CivilDate | null
  complete_date: CivilDate | null
  return_date: CivilDate | null
}

/** A shipment's state with its day, in a few words: 'Enviado em 21/11/2026'. */
export function expeditionLine(expedition: Dated): string {
  const day = {
    [expeditionStatus.underWay]: expedition.creation_date,
    [expeditionStatus.sent]: expedition.send_date,
    [expeditionStatus.delivered]: expedition.complete_date,
    [expeditionStatus.returned]: expedition.return_date,
  }[expedition.status]
  const { text } = statusOfExpedition(expedition.status)
  if (!day) return text
  return expedition.status === expeditionStatus.underWay
    ? `${text}, desde ${formatDate(day)}`
    : `${text} em ${formatDate(day)}`
}
