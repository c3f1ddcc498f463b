import { orderStatus } from '#app/domain/orders/order-status.ts'
import type { Centavos } from '#app/domain/platform/money.ts'

export const paymentStates = [
  'due',
  'partly-paid',
  'paid',
  'partly-refunded',
  'refunded',
  'disputed',
] as const
export type PaymentState = (typeof paymentStates)[number]

export type PaymentStateInput = {
  status: number
  total: Centavos
  received: Centavos | null
  returned: Centavos
  held: Centavos // received for the order but not counted, as for a wrong value or a rejected order
  heldReturned: Centavos
  isDisputed: boolean // true until staff decide on reversed money
  isCancelledPaid: boolean
}

/**
 * Returns the state of an order's payment; null for a free order, and for a cancelled order without any
 * money.
 */
export function getOrderPaymentState(data: PaymentStateInput): PaymentState | null {
  const { status, total, returned, held, heldReturned } = data
  if (data.isDisputed) return 'disputed'
  const paid = sumPaid(data)
  if (status === orderStatus.confirmed) return getRefundState({ received: paid, refunded: returned })
  const money = { received: paid + held, refunded: returned + heldReturned }
  if (status === orderStatus.cancelled) {
    if (money.received === 0) return null
    return money.refunded > 0 || money.received >= total ? getRefundState(money) : 'partly-paid'
  }
  const balance = money.received - money.refunded
  if (balance > 0) return balance < total ? 'partly-paid' : 'paid'
  return total === 0 ? null : 'due'
}

/** Returns the paid centavos. Without a recorded payment, a manual confirmation counts as the total. */
function sumPaid({ status, total, received, isCancelledPaid }: PaymentStateInput): Centavos {
  if (received !== null) return received
  return status === orderStatus.confirmed || isCancelledPaid ? total : 0
}

function getRefundState({ received, refunded }: { received: Centavos; refunded: Centavos }): PaymentState {
  if (received === 0 || refunded === 0) return 'paid'
  return refunded < received ? 'partly-refunded' : 'refunded'
}
