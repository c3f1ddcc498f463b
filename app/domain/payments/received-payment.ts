import { type AmountDue, isSettledBy } from '#app/domain/charges/boleto-terms.ts'
import { orderStatus } from '#app/domain/orders/order-status.ts'

export type PaymentSource = 'bank-file' | 'gateway' | 'reconciliation' | 'pix'

/**
 * 'boleto-differs': has the number of a boleto it does not match (D68); 'renewed-elsewhere': another order renewed the same
 * subscription meanwhile; 'account-removed': nobody is left to deliver to (D157); 'reversed': taken back.
 */
export type PaymentProblem =
  | 'unmatched'
  | 'boleto-differs'
  | 'amount-differs'
  | 'double'
  | 'rejected-order'
  | 'renewed-elsewhere'
  | 'account-removed'
  | 'reversed'

/** Money taken back: 'refund' by the shop's side, 'chargeback' by bank or payer. */
export type Reversal = 'refund' | 'chargeback'

/**
 * For money taken back: 'upheld', it went; 'refunded', a refund that staff recorded stands for it; 'dismissed', it never
 * went.
 */
export type PaymentResolution = 'accepted' | 'assigned' | 'refunded' | 'upheld' | 'dismissed'

/**
 * 'late': the order was cancelled or in review, or the boleto withdrawn; 'noted': the order was marked paid by hand;
 * 'known': reported before; 'value-differs': reported before with another value, which waits for staff.
 */
export type PaymentOutcome =
  | 'confirmed'
  | 'late'
  | 'noted'
  | 'known'
  | 'value-differs'
  | Exclude<PaymentProblem, 'reversed'>

type Facts = {
  value: number
  boleto: { due: AmountDue; isWithdrawn: boolean }
  order: PaidOrder
}

export type PaidOrder = {
  status: number
  isRejected: boolean
  /** another payment counts for it */
  hasPayment: boolean
  /** another order renewed one of its subscriptions after it was placed */
  isRenewedSince: boolean
  isAccountRemoved: boolean
}

/** Only what was due on the day of the payment, once, pays an order (D15, D16, D18, D69). */
export function matchPayment({
  value,
  boleto,
  order,
}: Facts): Exclude<PaymentOutcome, 'known' | 'value-differs' | 'unmatched' | 'boleto-differs'> {
  if (order.hasPayment) return 'double'
  const isConfirmed = order.status === orderStatus.confirmed
  if (order.isAccountRemoved && !isConfirmed) return 'account-removed'
  if (!isSettledBy(boleto.due, value)) return 'amount-differs'
  if (order.isRejected) return 'rejected-order'
  if (isConfirmed) return 'noted'
  if (order.isRenewedSince) return 'renewed-elsewhere'
  return order.status === orderStatus.pendingPayment && !boleto.isWithdrawn ? 'confirmed' : 'late'
}

export function isProblem(
  paymentOutcome: PaymentOutcome,
): paymentOutcome is Exclude<PaymentProblem, 'reversed'> {
  return !['confirmed', 'late', 'noted', 'known'].includes(paymentOutcome)
}

/** A later reading reported another value, and nobody has decided yet. */
export function waitsForValue(payment: {
  reportedValue?: number | null
  valueDecidedAt?: Date | null
}): boolean {
  return typeof payment.reportedValue === 'number' && !payment.valueDecidedAt
}
