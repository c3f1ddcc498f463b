import { type AircraftName, hasAircraft } from '#app/domain/accounts/aircraft.ts'
import type { CivilDate } from '#app/domain/platform/calendar.ts'
import {
  calculateRenewedDue,
  type RenewalBlocker,
  renewalWindowDays,
} from '#app/domain/subscriptions/subscription.ts'
import { formatAircraftGenitive, formatMailedAircraft } from '#app/text/accounts/aircraft-labels.ts'
import { formatDate } from '#app/text/platform/format.ts'

export const renewalBlockerLabels: Record<RenewalBlocker, string> = {
  'one-off': 'Compra avulsa não tem vencimento e não se renova.',
  suspended: 'Esta assinatura está suspensa: o pedido dela não está confirmado.',
  withdrawn: 'Esta publicação está em desistência, e a renovação espera a resposta.',
  ordered: 'A renovação desta assinatura já foi pedida e aguarda o pagamento.',
  overdue: 'Esta assinatura já venceu. Compre a publicação novamente.',
  'too-early': `A renovação abre ${renewalWindowDays} dias antes do vencimento.`,
  'not-sold': 'Esta publicação não tem mais renovação à venda.',
}

type Unit = AircraftName & { due: CivilDate | null }

/** Returns 'Renovação de PT-ABC, vence 01/02/2027 → 01/02/2028'. */
export function formatRenewal({ due, ...aircraft }: Unit): string {
  const title = hasAircraft(aircraft) ? `Renovação ${formatAircraftGenitive(aircraft)}` : 'Renovação'
  return due === null ? title : `${title}, vence ${formatDate(due)} → ${formatDate(calculateRenewedDue(due))}`
}

type RenewedUnit = AircraftName & { name: string; due: CivilDate | null; isSuspended: boolean }

/** Returns 'Manual, aeronave PT-ABC: renovada até 01/02/2028' for a mail. */
export function formatRenewedUnit({ name, due, isSuspended, ...aircraft }: RenewedUnit): string {
  const unitText = `${name}${formatMailedAircraft(aircraft)}`
  const renewalText = due === null ? `${unitText}: renovada` : `${unitText}: renovada até ${formatDate(due)}`
  return isSuspended
    ? `${renewalText}. Esta assinatura está suspensa: vamos escrever para combinar.`
    : renewalText
}

export function formatLineName({ name, isRenewal }: { name: string; isRenewal: boolean | 0 | 1 }): string {
  return isRenewal ? `Renovação: ${name}` : name
}
