import { type AmountDue, isSettledBy } from '#app/domain/charges/boleto-terms.ts'
import { orderStatus } from '#app/domain/orders/order-status.ts'

export type PaymentSource = 'bank-file' | 'gateway' | 'reconciliation' | 'pix'

/** 'renewed-elsewhere': another order renewed the subscription; 'account-removed': nobody is left to deliver to. */
export type PaymentProblem =
  | 'unmatched'
  | 'boleto-differs'
  | 'amount-differs'
  | 'double'
  | 'rejected-order'
  | 'renewed-elsewhere'
  | 'account-removed'
  | 'reversed'

/** The shop's side makes a 'refund', bank or payer a 'chargeback'. */
export type Reversal = 'refund' | 'chargeback'

/** Money taken back is 'upheld' (it went), 'refunded' (a recorded refund stands for it) or 'dismissed'. */
export type PaymentResolution = 'accepted' | 'assigned' | 'refunded' | 'upheld' | 'dismissed'

/** 'late': order or boleto was no longer open; 'noted': marked paid by hand before; 'known': reported before. */
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
  hasPayment: boolean // another payment counts for it
  isRenewedSince: boolean // another order renewed one of its subscriptions
  isAccountRemoved: boolean
}

/** Only the amount due on the day of payment pays an order, and only once. */
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

/** True while a later report has another value and nobody has decided. */
export function waitsForValue(payment: {
  reportedValue?: number | null
  valueDecidedAt?: Date | null
}): boolean {
  return typeof payment.reportedValue === 'number' && !payment.valueDecidedAt
}
