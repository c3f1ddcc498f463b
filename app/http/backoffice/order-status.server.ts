import type { StaffEvent } from '#app/domain/orders/order-status.ts'
import { civilDateIn } from '#app/domain/platform/calendar.ts'
import {
  cancelOrder,
  type Expected,
  putUnderReview,
  reopenOrder,
  type StatusChange,
} from '#app/models/orders/order-status.server.ts'
import { markAsPaid } from '#app/models/payments/manual-payment.server.ts'

/** The result of a change. 'renewed-elsewhere': the order becomes paid only with `acceptsRenewal`. */
type StaffChange = StatusChange | 'account-removed' | 'renewed-elsewhere'

/** Applies an action by staff to an order. Returns 'outdated' if the order differs from `seen`. */
export function setOrderStatus(
  orderId: number,
  event: StaffEvent,
  { userId, seen, acceptsRenewal = false }: { userId: number; seen: Expected; acceptsRenewal?: boolean },
): Promise<StaffChange> {
  const actor = { actorUserId: userId, source: 'staff' }
  const now = new Date()
  const acts: Record<StaffEvent, () => Promise<StaffChange>> = {
    paid: () => markAsPaid(orderId, actor, civilDateIn(now), { seen, acceptsRenewal }),
    reopened: () => reopenOrder(orderId, actor, now, seen),
    'put-under-review': () => putUnderReview(orderId, actor, now, seen),
    cancelled: () => cancelOrder(orderId, actor, now, { seen }),
  }
  return acts[event]()
}
