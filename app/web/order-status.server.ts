import { civilDateIn } from '#app/domain/calendar.ts'
import type { StaffEvent } from '#app/domain/order-status.ts'
import {
  cancelOrder,
  confirmPayment,
  putUnderReview,
  reopenOrder,
  type StatusChange,
} from '#app/models/order-status.server.ts'

/** Makes happen what a member of staff says about an order, by the one way there is for each (F96). */
export function setOrderStatus(orderId: number, event: StaffEvent, userId: number): Promise<StatusChange> {
  const cause = { actorUserId: userId, source: 'staff' }
  const acts: Record<StaffEvent, () => Promise<StatusChange>> = {
    paid: () => confirmPayment(orderId, cause, civilDateIn(new Date())),
    reopened: () => reopenOrder(orderId, cause),
    'put-under-review': () => putUnderReview(orderId, cause),
    cancelled: () => cancelOrder(orderId, cause),
  }
  return acts[event]()
}
