import { type BoletoState, isPayable } from '#app/domain/charges/boleto-state.ts'
import { orderStatus } from '#app/domain/orders/order-status.ts'
import type { CivilDate } from '#app/domain/platform/calendar.ts'

/**
 * What the payment page shows (F55, D16): the boleto is being made; is not made yet after a minute (D70); can be paid; can be paid as soon as the banks know it;
 * is overdue and can still be paid; was refused by the bank; is over, so that another one can be made; was paid, which
 * somebody looks at; cannot be made; or is no longer needed.
 */
export type PaymentState =
  | 'generating'
  | 'delayed'
  | 'ready'
  | 'registering'
  | 'overdue'
  | 'rejected'
  | 'expired'
  | 'checking'
  | 'failed'
  | 'settled'

/** The newest boleto of an order. */
export type CurrentBoleto = { issuer: string; state: BoletoState; isWithdrawn: boolean; dueDate: CivilDate }

type Facts = {
  status: number
  boleto: CurrentBoleto | null
  /** how the making of the next boleto stands; undefined when none was asked for, or long ago */
  issue: 'open' | 'late' | 'done' | 'refused' | undefined
  today: CivilDate
}

/** State of the payment page; a boleto is only shown while the order waits for payment and the boleto can be paid (D14, D19). */
export function paymentState({ status, boleto, issue, today }: Facts): PaymentState {
  if (status !== orderStatus.pendingPayment) return 'settled'
  if (boleto && isPayable(boleto)) return payableState(boleto, today)
  if (boleto?.state === 'paid') return 'checking'
  if (boleto?.state === 'rejected' && !boleto.isWithdrawn) return 'rejected'
  if (issue === 'refused') return 'failed'
  if (issue === 'late') return 'delayed'
  return boleto && issue !== 'open' ? 'expired' : 'generating'
}

function payableState(boleto: CurrentBoleto, today: CivilDate): PaymentState {
  // An unregistered boleto cannot be paid after its due date.
  if (boleto.dueDate < today) return isUnsent(boleto) ? 'expired' : 'overdue'
  return isPendingRegistration(boleto) ? 'registering' : 'ready'
}

/** The states in which there is a boleto to pay. */
export function showsBoleto(state: PaymentState): boolean {
  return state === 'ready' || state === 'registering' || state === 'overdue'
}

/** The states in which the customer may have another boleto made (D16). */
export function offersRenewal(state: PaymentState): boolean {
  return state === 'expired' || state === 'overdue'
}

/** True while the bank of our own agreement was told nothing of the boleto. */
export function isUnsent({ issuer, state }: { issuer: string; state: BoletoState }): boolean {
  return issuer === 'own-bank' && state === 'made'
}

/** True while the bank of our own agreement has not told that it knows the boleto; a gateway registers at once. */
export function isPendingRegistration({ issuer, state }: { issuer: string; state: BoletoState }): boolean {
  return issuer === 'own-bank' && (state === 'made' || state === 'sent')
}
