import type { AircraftName } from '#app/domain/accounts/aircraft.ts'
import {
  formatWithdrawalProtocol,
  type WithdrawalOutcome,
  withdrawalDays,
} from '#app/domain/orders/withdrawal.ts'
import type { CivilDate } from '#app/domain/platform/calendar.ts'
import type { Centavos } from '#app/domain/platform/money.ts'
import { formatAircraftName } from '#app/text/accounts/aircraft-labels.ts'
import { formatDate, formatReais } from '#app/text/platform/format.ts'
import { spellNumber } from '#app/text/platform/numbers.ts'

/** A text that terms, page and mails share (CDC art. 49). */
export const refundText =
  'Quem desiste do pedido todo recebe de volta tudo o que pagou, inclusive o frete; quem desiste de uma parte, o valor dessa parte.'

/** Returns a request's state. Requests answered before outcomes were stored were accepted. */
export function formatWithdrawalState(outcome: WithdrawalOutcome): string {
  return outcome === 'refused' ? 'não aceita' : 'aceita'
}

export function formatWithdrawalAnswer(outcome: WithdrawalOutcome): string {
  return outcome === 'refused' ? 'Recusada' : 'Aceita'
}

export function formatWithdrawnLine(request: { id: number; isOpen: boolean }): string {
  return `${request.isOpen ? 'em desistência' : 'desistência aceita'}, ${formatWithdrawalProtocol(request.id)}`
}

export type WithdrawnCopy = AircraftName & { name: string; version: string; value: Centavos }

/** Returns 'Manual de Voo, versão 3, PT-ABC: R$ 80,00'. */
export function formatWithdrawnCopy({ name, version, value, ...aircraft }: WithdrawnCopy): string {
  const copyText = [name, `versão ${version}`, formatAircraftName(aircraft)].filter(Boolean).join(', ')
  return `${copyText}: ${formatReais(value)}`
}

/** Tag that replaces the unit's own state. */
export const withdrawnTag = { text: 'Em desistência', tone: 'warn' } as const

export function formatWithdrawalMention(requestId: number): string {
  return `em desistência, ${formatWithdrawalProtocol(requestId)}`
}

/** Formats the deadline; `lastDay` is null until everything has arrived. */
export function formatDeadline(lastDay: CivilDate | null, daysLeft: number | null): string {
  if (lastDay === null || daysLeft === null)
    return `Você pode desistir até ${withdrawalDays} dias depois de receber a publicação.`
  return `Você pode desistir até 23:59 de ${formatDate(lastDay)} (horário de Brasília): ${formatDaysLeft(daysLeft)}.`
}

function formatDaysLeft(days: number): string {
  if (days === 0) return 'é hoje'
  return days === 1 ? 'falta 1 dia' : `faltam ${days} dias`
}

export function formatUnpaidWithdrawal({ wasPaid }: { wasPaid: boolean }): string {
  return wasPaid
    ? 'A confirmação do pagamento deste pedido foi desfeita, e ele aguarda pagamento outra vez.'
    : 'O pedido ainda não foi pago.'
}

/** Explains why a buyer can no longer withdraw from an order. */
export function formatWithdrawalTooLate(chance: {
  isPaid: boolean
  isInTransitOrDelivered: boolean
  lastDay: CivilDate | null
  lines: readonly unknown[]
}): string {
  if (chance.lines.length === 0) return 'Você já desistiu de todas as publicações deste pedido.'
  if (!chance.isPaid && chance.isInTransitOrDelivered)
    return 'O pagamento deste pedido não está confirmado, e algo dele já foi enviado: a desistência não é feita por aqui.'
  if (!chance.isPaid) return 'O pedido está cancelado: não há do que desistir.'
  if (chance.lastDay === null) return 'Não é possível desistir deste pedido por aqui.'
  return `O prazo de ${withdrawalDays} dias para desistir terminou em ${formatDate(chance.lastDay)}.`
}

type RefundAmounts = { owed: number; returned: number }

export function formatPendingRefund({ owed, returned }: RefundAmounts, refundTo: string | null): string {
  if (owed > 0)
    return `Vamos reembolsar ${formatReais(owed)}. ${refundTo === null ? 'Para isso precisamos da chave Pix, ou do banco, da agência e da conta, em nome do comprador: responda ao nosso e-mail ou escreva pela página de contato.' : 'O dinheiro vai para a conta informada no pedido de desistência.'} Vamos avisar por e-mail quando o reembolso for feito.`
  return returned > 0 ? 'O reembolso já foi feito.' : 'Nada foi cobrado por essas publicações.'
}

/** Explains until when a buyer may repeat a refused request; `lastDay` is null while a copy is on its way. */
export function formatRefusedRight(canRequest: boolean, lastDay: CivilDate | null): string {
  if (!canRequest) return 'Se não concorda, responda ao nosso e-mail.'
  const deadlineText = lastDay === null ? '' : ` até 23:59 de ${formatDate(lastDay)} (horário de Brasília)`
  return `Se não concorda, responda ao nosso e-mail. A desistência também pode ser pedida outra vez${deadlineText}, na página do pedido.`
}

export function formatLegalTerm(lastDay: CivilDate | null): string {
  const deadlineText =
    lastDay === null
      ? `até ${spellNumber(withdrawalDays)} dias depois de receber tudo`
      : `até ${formatDate(lastDay)}`
  return `O pedido do cliente veio no prazo da lei (CDC, art. 49: ${deadlineText}). No prazo, ele não precisa de motivo, e a recusa é exceção.`
}

export const withdrawalColumn = 'Desistência'
