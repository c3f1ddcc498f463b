import type { CivilDate } from '#app/domain/calendar.ts'
import {
  isOverdue,
  isRenewable,
  type SubscriptionStatus,
  statusToday,
  subscriptionStatus,
} from '#app/domain/subscription.ts'
import { formatDate } from '#app/text/format.ts'

type Tone = 'neutral' | 'info' | 'good' | 'warn' | 'bad'

export const subscriptionWords: Record<SubscriptionStatus, { text: string; tone: Tone }> = {
  [subscriptionStatus.downloadReleased]: { text: 'Download liberado', tone: 'good' },
  [subscriptionStatus.awaitingDispatch]: { text: 'Aguardando envio', tone: 'warn' },
  [subscriptionStatus.sent]: { text: 'Enviado', tone: 'info' },
  [subscriptionStatus.expired]: { text: 'Vencida', tone: 'bad' },
  [subscriptionStatus.active]: { text: 'Ativa', tone: 'good' },
}

/** How a customer reads the state of a purchased unit today (F62). */
export function subscriptionForCustomer(unit: { status: number; due: CivilDate | null }, today: CivilDate) {
  const now = statusToday(unit, today)
  const known = Object.entries(subscriptionWords).find(([status]) => Number(status) === now)
  return known ? known[1] : { text: '-', tone: 'neutral' as const }
}

/** Until when a unit counts, in the words of F62: 'vale até 23:59 de 21/11/2027 (horário de Brasília)'. */
export function validityWords(due: CivilDate | null, today: CivilDate): string {
  if (due === null) return 'Compra avulsa, sem vencimento'
  if (isOverdue(due, today)) return `venceu em ${formatDate(due)}`
  const words = `vale até 23:59 de ${formatDate(due)} (horário de Brasília)`
  return isRenewable(due, today) ? `${words}; já pode ser renovada` : words
}

/** One subscription in force, in a few words: 'PT-ABC, até 21/11/2027'. */
export function liveWords(prefix: string | null, due: CivilDate | null): string {
  const until = due === null ? 'sem vencimento' : `até ${formatDate(due)}`
  return prefix === null ? until : `${prefix}, ${until}`
}
