import { isPayable, type SlipState } from '#app/domain/charges/slip-state.ts'
import { orderStatus } from '#app/domain/orders/order-status.ts'
import type { CivilDate } from '#app/domain/platform/calendar.ts'

/**
 * What the payment page shows (F55, D16): the slip is being made; is not made yet after a minute (D70); can be paid; can be paid as soon as the banks know it;
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

/** The newest slip of an order. */
export type CurrentSlip = { issuer: string; state: SlipState; isRetired: boolean; dueDate: CivilDate }

type Facts = {
  status: number
  slip: CurrentSlip | null
  /** how the making of the next slip stands; undefined when none was asked for, or long ago */
  issue: 'open' | 'late' | 'done' | 'refused' | undefined
  today: CivilDate
}

/** State of the payment page; a slip is only shown while the order waits for payment and the slip can be paid (D14, D19). */
export function paymentState({ status, slip, issue, today }: Facts): PaymentState {
  if (status !== orderStatus.pendingPayment) return 'settled'
  if (slip && isPayable(slip)) return payableState(slip, today)
  if (slip?.state === 'paid') return 'checking'
  if (slip?.state === 'rejected' && !slip.isRetired) return 'rejected'
  if (issue === 'refused') return 'failed'
  if (issue === 'late') return 'delayed'
  return slip && issue !== 'open' ? 'expired' : 'generating'
}

function payableState(slip: CurrentSlip, today: CivilDate): PaymentState {
  // What no bank was told of in time no bank takes any more.
  if (slip.dueDate < today) return isUntold(slip) ? 'expired' : 'overdue'
  return isRegistering(slip) ? 'registering' : 'ready'
}

/** The states in which there is a slip to pay. */
export function showsSlip(state: PaymentState): boolean {
  return state === 'ready' || state === 'registering' || state === 'overdue'
}

/** The states in which the customer may have another slip made (D16). */
export function offersRenewal(state: PaymentState): boolean {
  return state === 'expired' || state === 'overdue'
}

/** True while the bank of our own agreement was told nothing of the slip. */
export function isUntold({ issuer, state }: { issuer: string; state: SlipState }): boolean {
  return issuer === 'own-bank' && state === 'made'
}

/** True while the bank of our own agreement has not told that it knows the slip; a gateway registers at once. */
export function isRegistering({ issuer, state }: { issuer: string; state: SlipState }): boolean {
  return issuer === 'own-bank' && (state === 'made' || state === 'sent')
}
