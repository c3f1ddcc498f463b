import type { StaffEvent } from '#app/domain/orders/order-status.ts'
import { toCivilDate } from '#app/domain/platform/calendar.ts'
import {
  cancelOrder,
  putUnderReview,
  reopenOrder,
  type ShownState,
  type StatusChange,
} from '#app/models/orders/order-status.server.ts'
import { markAsPaid } from '#app/models/payments/manual-payment.server.ts'

/** The result of a change. 'renewed-elsewhere': the order becomes paid only with `isRenewalAccepted`. */
type StaffChange = StatusChange | 'account-removed' | 'renewed-elsewhere'

/** Applies an action by staff to an order. Returns 'outdated' if the order differs from `shownState`. */
export function setOrderStatus(
  orderId: number,
  event: StaffEvent,
  {
    userId,
    shownState,
    isRenewalAccepted = false,
  }: { userId: number; shownState: ShownState; isRenewalAccepted?: boolean },
): Promise<StaffChange> {
  const actor = { actorUserId: userId, source: 'staff' }
  const now = new Date()
  const operations: Record<StaffEvent, () => Promise<StaffChange>> = {
    paid: () => markAsPaid(orderId, actor, toCivilDate(now), { shownState, isRenewalAccepted }),
    reopened: () => reopenOrder(orderId, actor, now, shownState),
    'put-under-review': () => putUnderReview(orderId, actor, now, shownState),
    cancelled: () => cancelOrder(orderId, actor, now, { shownState }),
  }
  return operations[event]()
}
