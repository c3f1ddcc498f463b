import { type AmountDue, isSettledBy } from '#app/domain/charges/boleto-terms.ts'
import { orderStatus } from '#app/domain/orders/order-status.ts'

export type PaymentSource = 'bank-file' | 'gateway' | 'reconciliation' | 'pix'

/** 'renewed-elsewhere': another order renewed the subscription; 'account-removed': the buyer's account was erased. */
export type PaymentProblem =
  | 'unmatched'
  | 'boleto-differs'
  | 'amount-differs'
  | 'double'
  | 'rejected-order'
  | 'renewed-elsewhere'
  | 'account-removed'
  | 'reversed'

/** The shop makes a 'refund', bank or payer make a 'chargeback'. */
export type Reversal = 'refund' | 'chargeback'

/** Money taken back is 'upheld' (it is gone), 'refunded' (a recorded refund already counts it) or 'dismissed'. */
export type PaymentResolution = 'accepted' | 'assigned' | 'refunded' | 'upheld' | 'dismissed'

/** 'late': order or boleto was closed; 'noted': staff had marked it as paid; 'known': it was reported before. */
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
  hasPayment: boolean // another payment already counts for it
  isRenewedSince: boolean // another order renewed one of its subscriptions
  isAccountRemoved: boolean
}

/** Only the amount due on the day of payment pays an order, and only one payment does. */
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

/** Returns true if a later report has another value and staff have not decided. */
export function waitsForValue(payment: {
  reportedValue?: number | null
  valueDecidedAt?: Date | null
}): boolean {
  return typeof payment.reportedValue === 'number' && !payment.valueDecidedAt
}
