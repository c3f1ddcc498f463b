import type { StaffEvent } from '#app/domain/orders/order-status.ts'
import { civilDateIn } from '#app/domain/platform/calendar.ts'
import {
  cancelOrder,
  confirmPayment,
  type Expected,
  putUnderReview,
  reopenOrder,
  type StatusChange,
} from '#app/models/orders/order-status.server.ts'

/**
 * Makes happen what a member of staff says about an order, by the one way there is for each (F96); 'outdated' when it
 * is no longer what was `seen`.
 */
export function setOrderStatus(
  orderId: number,
  event: StaffEvent,
  { userId, seen }: { userId: number; seen: Expected },
): Promise<StatusChange> {
  const actor = { actorUserId: userId, source: 'staff' }
  const now = new Date()
  const acts: Record<StaffEvent, () => Promise<StatusChange>> = {
    paid: () => confirmPayment(orderId, actor, civilDateIn(now), seen),
    reopened: () => reopenOrder(orderId, actor, now, seen),
    'put-under-review': () => putUnderReview(orderId, actor, now, seen),
    cancelled: () => cancelOrder(orderId, actor, now, { seen }),
  }
  return acts[event]()
}
