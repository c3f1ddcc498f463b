import type { Effect } from '#app/domain/platform/effect.ts'
import type { WebhookEvent } from '#app/domain/settings/webhook.ts'

/** Stored codes; labels are in text/. */
export const orderStatus = {
  pendingPayment: 1,
  confirmed: 2,
  cancelled: 3,
  underReview: 4,
} as const

/** An equal order within these minutes is rejected unless the buyer confirms it. */
export const repeatedOrderMinutes = 10

export type OrderStatus = (typeof orderStatus)[keyof typeof orderStatus]

/** Statuses before payment, in which an order can still be paid. */
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
type From = 'new' | 'pendingPayment' | 'confirmed' | 'cancelled' | 'underReview'

/** The mail confirms the order if the boleto is not ready after a minute. */
const boletoEffects: Effect[] = ['issue-boleto', 'mail-order-without-boleto']

const givenUpEffects: Effect[] = ['mail-cancellation-received']

const placedEvents = ['order.placed'] as const
const paid = ['order.paid'] as const
const cancelledEvents = ['order.cancelled'] as const

/** Transitions by status; events without an entry do not apply. */
export const orderTransitions: Record<From, Partial<Record<OrderEvent, Transition>>> = {
  new: {
    placed: { to: orderStatus.pendingPayment, effects: boletoEffects, events: placedEvents },
    'placed-for-review': {
      to: orderStatus.underReview,
      effects: ['mail-order-under-review'],
      events: placedEvents,
    },
    // An internal order without costs does not wait for a payment.
    courtesy: {
      to: orderStatus.confirmed,
      effects: ['mail-payment-confirmed'],
      events: [...placedEvents, ...paid],
    },
  },
  pendingPayment: {
    paid: { to: orderStatus.confirmed, effects: ['mail-payment-confirmed'], events: paid },
    cancelled: { to: orderStatus.cancelled, effects: [], events: cancelledEvents },
    // Customers can cancel only unpaid orders.
    'given-up': { to: orderStatus.cancelled, effects: givenUpEffects, events: cancelledEvents },
    // Only staff review a pending order, and only one with a line that needs a photo.
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
    paid: { to: orderStatus.confirmed, effects: ['mail-payment-confirmed'], events: paid },
    reopened: { to: orderStatus.pendingPayment, effects: boletoEffects },
    'put-under-review': { to: orderStatus.underReview, effects: [] },
  },
  // A rejection is final and requires a reason.
  underReview: {
    // A boleto from before the review may still be paid; staff cannot set this status.
    paid: { to: orderStatus.confirmed, effects: ['mail-payment-confirmed'], events: paid },
    approved: { to: orderStatus.pendingPayment, effects: [...boletoEffects, 'mail-photo-approved'] },
    rejected: { to: orderStatus.cancelled, effects: ['mail-photo-rejected'], events: cancelledEvents },
    cancelled: { to: orderStatus.cancelled, effects: [], events: cancelledEvents },
    'given-up': { to: orderStatus.cancelled, effects: givenUpEffects, events: cancelledEvents },
  },
}

export function orderTransition(status: number | null, event: OrderEvent): Transition | undefined {
  return orderTransitions[findStatusName(status)][event]
}

/** Events that staff trigger by choosing a status; reviews have actions of their own. */
export const staffEvents = ['reopened', 'paid', 'put-under-review', 'cancelled'] as const
export type StaffEvent = (typeof staffEvents)[number]

type Settable = {
  status: number
  isRejected: boolean
  needsPhoto: boolean
  isPayable: boolean // has a boleto or was paid before
}

export function statusOffers(order: Settable): { event: StaffEvent; to: OrderStatus }[] {
  if (order.isRejected) return []
  return staffEvents.flatMap((event) => {
    const transition = orderTransition(order.status, event)
    return transition && isOffered(event, order) ? [{ event, to: transition.to }] : []
  })
}

/** Returns true if staff may trigger the event; without a boleto, a cancelled order can only return to review. */
function isOffered(event: StaffEvent, { status, needsPhoto, isPayable }: Settable): boolean {
  if (event === 'put-under-review') return needsPhoto
  if (event === 'paid' && status === orderStatus.underReview) return false
  return status !== orderStatus.cancelled || isPayable
}

function findStatusName(status: number | null): From {
  if (status === null) return 'new'
  if (status === orderStatus.pendingPayment) return 'pendingPayment'
  if (status === orderStatus.confirmed) return 'confirmed'
  if (status === orderStatus.underReview) return 'underReview'
  return 'cancelled'
}
