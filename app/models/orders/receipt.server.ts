import { orderStatus } from '#app/domain/orders/order-status.ts'
import { returnedOfOrder } from '#app/models/charges/returned-money.server.ts'
import { withTransaction } from '#app/models/platform/db.server.ts'
import { getFileRequester, requestFile } from '#app/models/platform/prepared-file.server.ts'

type ReceiptHolder = { userId: number; profileId: number; actorUserId?: number }

/** Requests a receipt as PDF. Returns undefined if the order belongs to another customer, is unpaid or is free. */
export function requestReceipt(orderId: number, holder: ReceiptHolder) {
  return withTransaction(async (trx) => {
    const order = await trx
      .selectFrom('orders')
      .select(['paid_on', 'nfe', 'purchase_order', 'lock_version', returnedOfOrder.as('returned')])
      .where('id', '=', orderId)
      .where('profile_id', '=', holder.profileId)
      .where('status', '=', orderStatus.confirmed)
      .where('total', '>', 0)
      .executeTakeFirst()
    if (!order?.paid_on) return undefined
    return requestFile(trx, {
      kind: 'receipt',
      ...getFileRequester(holder),
      facts: {
        orderId,
        paidOn: order.paid_on,
        nfe: order.nfe,
        purchaseOrder: order.purchase_order,
        returned: Number(order.returned),
        version: order.lock_version,
      },
      name: `recibo-pedido-${orderId}.pdf`,
      type: 'application/pdf',
    })
  })
}
