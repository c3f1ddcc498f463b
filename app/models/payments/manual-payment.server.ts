import { orderStatus } from '#app/domain/orders/order-status.ts'
import type { CivilDate } from '#app/domain/platform/calendar.ts'
import { lockOrder } from '#app/models/charges/order-lock.server.ts'
import { confirmPayment, type Expected, type StatusChange } from '#app/models/orders/order-status.server.ts'
import { findPaymentBars } from '#app/models/payments/payment-bars.server.ts'
import { withTransaction } from '#app/models/platform/db.server.ts'
import type { Actor } from '#app/models/platform/history.server.ts'

export type ManualPayment = {
  seen?: Expected
  /** staff know that another order renewed a subscription of this one */
  acceptsRenewal: boolean
}

/** Staff mark an order as paid without any money seen; the bars of a payment hold for their word, too (D157). */
export function markAsPaid(
  orderId: number,
  actor: Actor,
  today: CivilDate,
  { seen, acceptsRenewal }: ManualPayment,
): Promise<StatusChange | 'account-removed' | 'renewed-elsewhere'> {
  return withTransaction(async (trx) => {
    const order = await lockOrder(trx, orderId)
    const isOutdated = seen?.status !== undefined && seen.status !== order?.status
    if (order && order.status !== orderStatus.confirmed && !isOutdated) {
      const bars = await findPaymentBars(trx, orderId)
      if (bars.isAccountRemoved) return 'account-removed'
      if (bars.isRenewedSince && !acceptsRenewal) return 'renewed-elsewhere'
    }
    return confirmPayment(orderId, actor, today, seen, trx)
  })
}
