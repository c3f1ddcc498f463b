/** Order status codes; the number is the truth, the words live in text/ (D12). */
export const orderStatus = {
  pendingPayment: 1,
  confirmed: 2,
  cancelled: 3,
  underReview: 4,
} as const

export type OrderStatus = (typeof orderStatus)[keyof typeof orderStatus]

/** What happens to an order, whoever causes it. */
export type OrderEvent =
  | 'placed'
  | 'placed-for-review'
  | 'courtesy'
  | 'boleto-issued'
  | 'paid'
  | 'reopened'
  | 'cancelled'
  | 'approved'
  | 'rejected'
  | 'given-up'

/** What a transition promises; each becomes one outbox row and so one job. */
export type OrderEffect =
  | 'issue-boleto'
  | 'render-slip'
  | 'tell-order-received'
  | 'tell-order-under-review'
  | 'tell-payment-confirmed'
  | 'tell-photo-approved'
  | 'tell-photo-rejected'
  | 'ask-staff-for-freight'

type Transition = { to: OrderStatus; effects: OrderEffect[] }
type From = 'new' | 'pendingPayment' | 'confirmed' | 'cancelled' | 'underReview'

/** State × event → state + effects. What is not in the table does not happen. */
export const orderTransitions: Record<From, Partial<Record<OrderEvent, Transition>>> = {
  new: {
    placed: { to: orderStatus.pendingPayment, effects: ['issue-boleto'] },
    'placed-for-review': { to: orderStatus.underReview, effects: ['tell-order-under-review'] },
    // An internal order that costs nothing has nothing to wait for (D10).
    courtesy: { to: orderStatus.confirmed, effects: ['tell-payment-confirmed'] },
  },
  pendingPayment: {
    paid: { to: orderStatus.confirmed, effects: ['tell-payment-confirmed'] },
    cancelled: { to: orderStatus.cancelled, effects: [] },
    // The customer alone can give up only what is not paid.
    'given-up': { to: orderStatus.cancelled, effects: [] },
    'boleto-issued': { to: orderStatus.pendingPayment, effects: ['render-slip', 'tell-order-received'] },
  },
  confirmed: {
    reopened: { to: orderStatus.pendingPayment, effects: [] },
    cancelled: { to: orderStatus.cancelled, effects: [] },
  },
  // A payment that comes late always wins (D16).
  cancelled: {
    paid: { to: orderStatus.confirmed, effects: ['tell-payment-confirmed'] },
    reopened: { to: orderStatus.pendingPayment, effects: [] },
  },
  // Rejected is for good: it needs a reason and has no way back (D18).
  underReview: {
    approved: { to: orderStatus.pendingPayment, effects: ['issue-boleto', 'tell-photo-approved'] },
    rejected: { to: orderStatus.cancelled, effects: ['tell-photo-rejected'] },
    cancelled: { to: orderStatus.cancelled, effects: [] },
    'given-up': { to: orderStatus.cancelled, effects: [] },
  },
}

/** The transition for an order in `status` (null = not yet stored), or undefined where the event does not apply. */
export function orderTransition(status: number | null, event: OrderEvent): Transition | undefined {
  return orderTransitions[nameOf(status)][event]
}

function nameOf(status: number | null): From {
  if (status === null) return 'new'
  if (status === orderStatus.pendingPayment) return 'pendingPayment'
  if (status === orderStatus.confirmed) return 'confirmed'
  if (status === orderStatus.underReview) return 'underReview'
  return 'cancelled'
}
