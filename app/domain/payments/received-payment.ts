import { orderStatus } from '#app/domain/orders/order-status.ts'

/** Who told of money that came in. */
export type PaymentSource = 'bank-file' | 'gateway' | 'reconciliation'

/**
 * Why money that came in waits for a person: 'boleto-differs' has the number of a boleto of ours and does not agree with
 * it (D68), 'reversed' is money that was taken back.
 */
export type PaymentProblem =
  | 'unmatched'
  | 'boleto-differs'
  | 'amount-differs'
  | 'double'
  | 'rejected-order'
  | 'reversed'

/** What a person did about it. */
export type PaymentResolution = 'accepted' | 'assigned' | 'refunded' | 'dismissed'

/**
 * What became of money that came in: it confirmed the order; 'late' the same for one that was cancelled, in review, or
 * whose boleto we had given up; 'noted' belongs to an order somebody had marked paid by hand; 'known' had been told before.
 */
export type PaymentOutcome = 'confirmed' | 'late' | 'noted' | 'known' | Exclude<PaymentProblem, 'reversed'>

type Facts = {
  value: number
  boleto: { value: number; isWithdrawn: boolean }
  /** `hasPayment`: other money counts for it */
  order: { status: number; isRejected: boolean; hasPayment: boolean }
}

/** What is to become of money for a boleto of ours (D15, D16, D18): only the right amount, once, makes an order paid. */
export function matchPayment({
  value,
  boleto,
  order,
}: Facts): Exclude<PaymentOutcome, 'known' | 'unmatched' | 'boleto-differs'> {
  if (order.hasPayment) return 'double'
  if (value !== boleto.value) return 'amount-differs'
  if (order.isRejected) return 'rejected-order'
  if (order.status === orderStatus.confirmed) return 'noted'
  return order.status === orderStatus.pendingPayment && !boleto.isWithdrawn ? 'confirmed' : 'late'
}

/** True for what a person has to look at. */
export function isProblem(
  paymentOutcome: PaymentOutcome,
): paymentOutcome is Exclude<PaymentProblem, 'reversed'> {
  return ['unmatched', 'boleto-differs', 'amount-differs', 'double', 'rejected-order'].includes(
    paymentOutcome,
  )
}
