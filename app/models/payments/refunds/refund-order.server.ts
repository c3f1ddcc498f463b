import { isStandingRefund } from '#app/models/charges/returned-money.server.ts'
import { enqueueRefundMail } from '#app/models/payments/refunds/refund-mail.server.ts'
import type { Trx } from '#app/models/platform/db.server.ts'

/**
 * Assigns all money returned from a payment to the payment's new order, whose sums would miss it. Queues the
 * refund mails that had no recipient. Order and payment must be locked.
 */
export async function bookReturnsOnOrder(trx: Trx, paymentId: number, orderId: number): Promise<void> {
  const unmailedRefunds = await trx
    .selectFrom('refunds')
    .select('id')
    .where('payment_id', '=', paymentId)
    .where('order_id', 'is', null)
    .where(isStandingRefund)
    .orderBy('id')
    .execute()
  const order = { order_id: orderId }
  await trx.updateTable('refunds').set(order).where('payment_id', '=', paymentId).execute()
  await trx.updateTable('pix_refunds').set(order).where('payment_id', '=', paymentId).execute()
  await trx.updateTable('payments').set(order).where('reverses_id', '=', paymentId).execute()
  for (const { id } of unmailedRefunds) await enqueueRefundMail(trx, { refundId: id, orderId })
}
