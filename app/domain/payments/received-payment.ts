import { type AmountDue, isWithinAmountDue } from '#app/domain/charges/boleto-terms.ts'
import { orderStatus } from '#app/domain/orders/order-status.ts'

export type PaymentSource = 'bank-file' | 'gateway' | 'reconciliation' | 'pix'

/** Why a payment needs staff. 'renewed-elsewhere': in another order. 'account-removed': the buyer has no account. */
export type PaymentProblem =
  | 'unmatched'
  | 'boleto-differs'
  | 'amount-differs'
  | 'double'
  | 'rejected-order'
  | 'renewed-elsewhere'
  | 'account-removed'
  | 'reversed'

/** Money returned by the shop ('refund'), or taken back by bank or payer ('chargeback'). */
export type Reversal = 'refund' | 'chargeback'

/** A decision of staff. Reversed money is 'upheld' (lost), 'refunded' (part of a refund) or 'dismissed'. */
export type PaymentResolution = 'accepted' | 'assigned' | 'refunded' | 'upheld' | 'dismissed'

/** A payment's effect. 'late': order or boleto was closed. 'noted': staff had marked it as paid. 'known': a repeat. */
export type PaymentOutcome =
  | 'confirmed'
  | 'late'
  | 'noted'
  | 'known'
  | 'value-differs'
  | Exclude<PaymentProblem, 'reversed'>

type Input = {
  value: number
  boleto: { due: AmountDue; isWithdrawn: boolean }
  order: PaidOrder
}

export type PaidOrder = {
  status: number
  isRejected: boolean
  hasPayment: boolean // true if another payment already counts for the order
  isRenewedSince: boolean // true if another order renewed one of its subscriptions
  isAccountRemoved: boolean
}

/** Compares a payment with its order. Only the amount due on the day of payment pays an order, and only once. */
export function evaluatePayment({
  value,
  boleto,
  order,
}: Input): Exclude<PaymentOutcome, 'known' | 'value-differs' | 'unmatched' | 'boleto-differs'> {
  if (order.hasPayment) return 'double'
  const isConfirmed = order.status === orderStatus.confirmed
  if (order.isAccountRemoved && !isConfirmed) return 'account-removed'
  if (!isWithinAmountDue(boleto.due, value)) return 'amount-differs'
  if (order.isRejected) return 'rejected-order'
  if (isConfirmed) return 'noted'
  if (order.isRenewedSince) return 'renewed-elsewhere'
  return order.status === orderStatus.pendingPayment && !boleto.isWithdrawn ? 'confirmed' : 'late'
}

export function isPaymentProblem(
  paymentOutcome: PaymentOutcome,
): paymentOutcome is Exclude<PaymentProblem, 'reversed'> {
  return !['confirmed', 'late', 'noted', 'known'].includes(paymentOutcome)
}

/** Returns true if a later report has another value and staff have not decided. */
export function isAwaitingValue(payment: {
  reportedValue?: number | null
  valueDecidedAt?: Date | null
}): boolean {
  return typeof payment.reportedValue === 'number' && !payment.valueDecidedAt
}
