import { orderStatus } from '#app/domain/order-status.ts'

/** What the payment page shows: the slip is being made, is there, cannot be made, or is no longer needed (F55). */
export type PaymentState = 'generating' | 'ready' | 'failed' | 'settled'

type Facts = { status: number; hasSlip: boolean; isRefused: boolean }

/** State of the payment page; a slip is only shown while the order waits for payment (D19). */
export function paymentState({ status, hasSlip, isRefused }: Facts): PaymentState {
  if (status !== orderStatus.pendingPayment) return 'settled'
  if (hasSlip) return 'ready'
  return isRefused ? 'failed' : 'generating'
}
