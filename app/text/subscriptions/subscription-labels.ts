import type { AircraftName } from '#app/domain/accounts/aircraft.ts'
import type { CivilDate } from '#app/domain/platform/calendar.ts'
import {
  getCurrentStatus,
  isInRenewalWindow,
  isOverdue,
  type SubscriptionStatus,
  subscriptionStatus,
} from '#app/domain/subscriptions/subscription.ts'
import { formatAircraftName } from '#app/text/accounts/aircraft-labels.ts'
import { formatDate } from '#app/text/platform/format.ts'

type Tone = 'neutral' | 'info' | 'good' | 'warn' | 'bad'

export const subscriptionTexts: Record<SubscriptionStatus, { text: string; tone: Tone }> = {
  [subscriptionStatus.downloadReleased]: { text: 'Download liberado', tone: 'good' },
  [subscriptionStatus.awaitingDispatch]: { text: 'Aguardando envio', tone: 'warn' },
  [subscriptionStatus.sent]: { text: 'Enviado', tone: 'info' },
  [subscriptionStatus.expired]: { text: 'Vencida', tone: 'bad' },
  [subscriptionStatus.active]: { text: 'Ativa', tone: 'good' },
}

export function getCustomerSubscriptionStatus(
  unit: { status: number; due: CivilDate | null },
  today: CivilDate,
) {
  const currentStatus = getCurrentStatus(unit, today)
  const knownStatus = Object.entries(subscriptionTexts).find(([status]) => Number(status) === currentStatus)
  return knownStatus ? knownStatus[1] : { text: '-', tone: 'neutral' as const }
}

/** Returns 'vale até 23:59 de 21/11/2027 (horário de Brasília)'. */
export function formatValidity(due: CivilDate | null, today: CivilDate): string {
  if (due === null) return 'Compra avulsa, sem vencimento'
  if (isOverdue(due, today)) return `venceu em ${formatDate(due)}`
  const validityText = formatValidUntil(due)
  return isInRenewalWindow(due, today) ? `${validityText}; já pode ser renovada` : validityText
}

/** Returns 'até 30/10/2027', for a list that mentions the hour separately. */
export function formatShortValidity(due: CivilDate | null, today: CivilDate): string {
  return due === null || isOverdue(due, today) ? formatValidity(due, today) : `até ${formatDate(due)}`
}

export const validityHour = 'Cada assinatura vale até 23:59 do dia indicado (horário de Brasília).'

export function formatValidUntil(due: CivilDate, number: 'one' | 'many' = 'one'): string {
  return `${number === 'one' ? 'vale' : 'valem'} até 23:59 de ${formatDate(due)} (horário de Brasília)`
}

/** Returns 'vence em 7 dias', 'vence amanhã', 'venceu ontem' or 'venceu há 3 dias'; plural 'vencem …'. */
export function formatDaysLeft(days: number, number: 'one' | 'many' = 'one'): string {
  const [expires, expired] = number === 'one' ? ['vence', 'venceu'] : ['vencem', 'venceram']
  if (days === 0) return `${expires} hoje`
  if (days === 1) return `${expires} amanhã`
  if (days === -1) return `${expired} ontem`
  return days > 0 ? `${expires} em ${days} dias` : `${expired} há ${-days} dias`
}

export function formatActiveSubscription({
  due,
  ...aircraft
}: AircraftName & { due: CivilDate | null }): string {
  const untilText = due === null ? 'sem vencimento' : `até ${formatDate(due)}`
  const aircraftName = formatAircraftName(aircraft)
  return aircraftName ? `${aircraftName}, ${untilText}` : untilText
}
