import { type WithdrawalOutcome, withdrawalDays, withdrawalProtocol } from '#app/domain/orders/withdrawal.ts'
import type { CivilDate } from '#app/domain/platform/calendar.ts'
import { formatDate } from '#app/text/platform/format.ts'

/** What a buyer gets back: the one sentence of the terms, the page and the mails (CDC art. 49). */
export const refundLabels =
  'Se você devolver o pedido todo, devolvemos tudo o que pagou, inclusive o frete; se devolver uma parte, o valor dessa parte.'

/** How a request ended, for its buyer; one that was answered before outcomes were kept was accepted. */
export function formatWithdrawalState(outcome: WithdrawalOutcome): string {
  return outcome === 'refused' ? 'não aceita' : 'concluída'
}

/** The same for staff. */
export function formatWithdrawalAnswer(outcome: WithdrawalOutcome): string {
  return outcome === 'refused' ? 'Recusada' : 'Aceita'
}

/** What a line says that is in a request: 'devolvida, D000001'; undefined once the company refused. */
export function formatGivenBack(request: { id: number; outcome: WithdrawalOutcome; isOpen: boolean }) {
  if (request.outcome === 'refused') return undefined
  return `${request.isOpen ? 'em devolução' : 'devolvida'}, ${withdrawalProtocol(request.id)}`
}

/** The state of such a unit, in place of its own. */
export const withdrawnTag = { text: 'Em devolução', tone: 'warn' } as const

/** A unit that its buyer gives back, until the company answers: 'em devolução, D000001' (D65). */
export function formatInWithdrawal(request: number): string {
  return `em devolução, ${withdrawalProtocol(request)}`
}

/** Until when a buyer can change their mind; null while something is still to come. */
export function formatDeadline(lastDay: CivilDate | null, daysLeft: number | null): string {
  if (lastDay === null || daysLeft === null)
    return `Você pode desistir até ${withdrawalDays} dias depois de receber a publicação.`
  const left = daysLeft === 0 ? 'é hoje' : daysLeft === 1 ? 'falta 1 dia' : `faltam ${daysLeft} dias`
  return `Você pode desistir até 23:59 de ${formatDate(lastDay)} (horário de Brasília): ${left}.`
}

/** Why there is nothing to give back: an order that waits for payment, for the first time or again. */
export function formatUnpaid({ wasPaid }: { wasPaid: boolean }): string {
  return wasPaid
    ? 'A confirmação do pagamento deste pedido foi desfeita, e ele aguarda pagamento outra vez.'
    : 'O pedido ainda não foi pago.'
}

/** Why an order can no longer be given back. */
export function formatTooLate(chance: {
  isPaid: boolean
  isInTransitOrDelivered: boolean
  lastDay: CivilDate | null
  lines: readonly unknown[]
}): string {
  if (chance.lines.length === 0) return 'Você já desistiu de todas as publicações deste pedido.'
  if (!chance.isPaid && chance.isInTransitOrDelivered)
    return 'O pagamento deste pedido não está confirmado, e algo dele já foi enviado: a devolução não é feita por aqui.'
  if (!chance.isPaid) return 'O pedido está cancelado: não há o que devolver.'
  if (chance.lastDay === null) return 'Este pedido não pode ser devolvido por aqui.'
  return `O prazo de ${withdrawalDays} dias para desistir terminou em ${formatDate(chance.lastDay)}.`
}
