import type { Effect } from '#app/domain/platform/effect.ts'
import type { WebhookEvent } from '#app/domain/settings/webhook.ts'

export const orderStatus = {
  pendingPayment: 1,
  confirmed: 2,
  cancelled: 3,
  underReview: 4,
} as const

/** Within these minutes, an equal order is rejected unless the buyer confirms it. */
export const repeatedOrderMinutes = 10

export type OrderStatus = (typeof orderStatus)[keyof typeof orderStatus]

export const unpaidStatuses: readonly OrderStatus[] = [orderStatus.pendingPayment, orderStatus.underReview]

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
  | 'put-under-review'

type Transition = { to: OrderStatus; effects: Effect[]; events?: readonly WebhookEvent[] }
type StatusName = 'new' | 'pendingPayment' | 'confirmed' | 'cancelled' | 'underReview'

/** The mail confirms the order if its boleto is not issued within a minute. */
const boletoEffects: Effect[] = ['issue-boleto', 'mail-order-without-boleto']

const givenUpEffects: Effect[] = ['mail-cancellation-received']

const placedEvents = ['order.placed'] as const
const paidEvents = ['order.paid'] as const
const cancelledEvents = ['order.cancelled'] as const

/** Transitions by status. Events without an entry are not possible. */
export const orderTransitions: Record<StatusName, Partial<Record<OrderEvent, Transition>>> = {
  new: {
    placed: { to: orderStatus.pendingPayment, effects: boletoEffects, events: placedEvents },
    'placed-for-review': {
      to: orderStatus.underReview,
      effects: ['mail-order-under-review'],
      events: placedEvents,
    },
    // An internal order without a total does not wait for a payment.
    courtesy: {
      to: orderStatus.confirmed,
      effects: ['mail-payment-confirmed'],
      events: [...placedEvents, ...paidEvents],
    },
  },
  pendingPayment: {
    paid: { to: orderStatus.confirmed, effects: ['mail-payment-confirmed'], events: paidEvents },
    cancelled: { to: orderStatus.cancelled, effects: [], events: cancelledEvents },
    'given-up': { to: orderStatus.cancelled, effects: givenUpEffects, events: cancelledEvents },
    // Only staff return an order to the review, if a line needs a photo.
    'put-under-review': { to: orderStatus.underReview, effects: [] },
    'boleto-issued': { to: orderStatus.pendingPayment, effects: ['render-boleto', 'mail-order-received'] },
  },
  confirmed: {
    reopened: { to: orderStatus.pendingPayment, effects: boletoEffects },
    // The buyer has paid and gets a refund.
    cancelled: { to: orderStatus.cancelled, effects: ['mail-order-cancelled'], events: cancelledEvents },
    'put-under-review': { to: orderStatus.underReview, effects: [] },
  },
  // A late payment overrides the cancellation (D16).
  cancelled: {
    paid: { to: orderStatus.confirmed, effects: ['mail-payment-confirmed'], events: paidEvents },
    reopened: { to: orderStatus.pendingPayment, effects: boletoEffects },
    'put-under-review': { to: orderStatus.underReview, effects: [] },
  },
  // A rejection is final and requires a reason.
  underReview: {
    // A boleto from before the review may still be paid; staff cannot set this status.
    paid: { to: orderStatus.confirmed, effects: ['mail-payment-confirmed'], events: paidEvents },
    approved: { to: orderStatus.pendingPayment, effects: [...boletoEffects, 'mail-photo-approved'] },
    rejected: { to: orderStatus.cancelled, effects: ['mail-photo-rejected'], events: cancelledEvents },
    cancelled: { to: orderStatus.cancelled, effects: [], events: cancelledEvents },
    'given-up': { to: orderStatus.cancelled, effects: givenUpEffects, events: cancelledEvents },
  },
}

export function findOrderTransition(status: number | null, event: OrderEvent): Transition | undefined {
  return orderTransitions[findStatusName(status)][event]
}

/** Events that staff trigger by choosing a status. Reviews have forms of their own. */
export const staffEvents = ['reopened', 'paid', 'put-under-review', 'cancelled'] as const
export type StaffEvent = (typeof staffEvents)[number]

type OrderFacts = {
  status: number
  isRejected: boolean
  needsPhoto: boolean
  isPayable: boolean // true if the order has a boleto or was paid before
}

/** Returns the changes of status that the order's page offers to staff. */
export function listStatusOffers(order: OrderFacts): { event: StaffEvent; to: OrderStatus }[] {
  if (order.isRejected) return []
  return staffEvents.flatMap((event) => {
    const transition = findOrderTransition(order.status, event)
    return transition && isOffered(event, order) ? [{ event, to: transition.to }] : []
  })
}

/** Returns whether staff may trigger the event. Cancelled orders without boleto only return to review. */
function isOffered(event: StaffEvent, { status, needsPhoto, isPayable }: OrderFacts): boolean {
  if (event === 'put-under-review') return needsPhoto
  if (event === 'paid' && status === orderStatus.underReview) return false
  return status !== orderStatus.cancelled || isPayable
}

function findStatusName(status: number | null): StatusName {
  if (status === null) return 'new'
  if (status === orderStatus.pendingPayment) return 'pendingPayment'
  if (status === orderStatus.confirmed) return 'confirmed'
  if (status === orderStatus.underReview) return 'underReview'
  return 'cancelled'
}
