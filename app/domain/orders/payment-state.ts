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

export type PaymentFacts = {
  status: number
  total: Centavos
  received: Centavos | null
  returned: Centavos
  held: Centavos // received for the order but not counted, as for a wrong value or a rejected order
  heldReturned: Centavos
  isDisputed: boolean // true until staff decide on reversed money
  isCancelledPaid: boolean
}

export function paymentState(facts: PaymentFacts): PaymentState | null {
  const { status, total, returned, held, heldReturned } = facts
  if (facts.isDisputed) return 'disputed'
  const paid = sumPaid(facts)
  if (status === orderStatus.confirmed) return refundState({ came: paid, back: returned })
  const money = { came: paid + held, back: returned + heldReturned }
  if (status === orderStatus.cancelled) {
    if (money.came === 0) return null
    return money.back > 0 || money.came >= total ? refundState(money) : 'partly-paid'
  }
  const balance = money.came - money.back
  if (balance > 0) return balance < total ? 'partly-paid' : 'paid'
  return total === 0 ? null : 'due'
}

/** Returns the paid centavos; a manual confirmation counts as the total. */
function sumPaid({ status, total, received, isCancelledPaid }: PaymentFacts): Centavos {
  if (received !== null) return received
  return status === orderStatus.confirmed || isCancelledPaid ? total : 0
}

function refundState({ came, back }: { came: Centavos; back: Centavos }): PaymentState {
  if (came === 0 || back === 0) return 'paid'
  return back < came ? 'partly-refunded' : 'refunded'
}
