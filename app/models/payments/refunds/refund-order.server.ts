import { isPixRefundOpen, pixRefundStates } from '#app/domain/payments/pix-refund.ts'
import { isStandingRefund, isStandingReversal } from '#app/models/charges/returned-money.server.ts'
import { enqueueRefundMail } from '#app/models/payments/refunds/refund-mail.server.ts'
import type { Trx } from '#app/models/platform/db.server.ts'
import { type Actor, recordHistory } from '#app/models/platform/history.server.ts'

/**
 * Books all money returned from a payment on the order that the payment just got, whose sums and history would miss
 * it otherwise. The buyer gets the refund mails that had no recipient. The caller must have locked order and payment.
 */
export async function bookReturnsOnOrder(
  trx: Trx,
  { paymentId, orderId }: { paymentId: number; orderId: number },
  actor: Actor,
): Promise<void> {
  const refunds = await trx
    .selectFrom('refunds')
    .select(['id', 'value', 'refunded_on as refundedOn', 'document'])
    .where('payment_id', '=', paymentId)
    .where('order_id', 'is', null)
    .where(isStandingRefund)
    .orderBy('id')
    .execute()
  const returns = await listOtherReturns(trx, paymentId)
  const order = { order_id: orderId }
  await trx.updateTable('refunds').set(order).where('payment_id', '=', paymentId).execute()
  await trx.updateTable('pix_refunds').set(order).where('payment_id', '=', paymentId).execute()
  await trx.updateTable('payments').set(order).where('reverses_id', '=', paymentId).execute()
  for (const { id } of refunds) await enqueueRefundMail(trx, { refundId: id, orderId })
  const refunded = refunds.map(({ id: _, ...details }) => ({
    action: 'refunded',
    details: { ...details, payment: paymentId },
  }))
  const entry = { entity: 'order', entityId: orderId, ...actor } as const
  await recordHistory(trx, ...[...refunded, ...returns].map((each) => ({ ...entry, ...each })))
}

/** Books returns that an earlier release left without the order of their payment, before the order's sums are read. */
export async function bookEarlierReturns(trx: Trx, orderId: number, actor: Actor): Promise<void> {
  const payments = await trx
    .selectFrom('refunds')
    .innerJoin('payments', 'payments.id', 'refunds.payment_id')
    .select('payments.id')
    .where('payments.order_id', '=', orderId)
    .where('refunds.order_id', 'is', null)
    .distinct()
    .execute()
  for (const { id: paymentId } of payments) await bookReturnsOnOrder(trx, { paymentId, orderId }, actor)
}

/** Lists the history's data of refunds that the bank still has to make, and of money taken back. */
async function listOtherReturns(trx: Trx, paymentId: number) {
  const asked = await trx
    .selectFrom('pix_refunds')
    .select('value')
    .where('payment_id', '=', paymentId)
    .where('order_id', 'is', null)
    .where('state', 'in', pixRefundStates.filter(isPixRefundOpen))
    .orderBy('id')
    .execute()
  const reversals = await trx
    .selectFrom('payments')
    .select(['source', 'value', 'paid_on as paidOn'])
    .where('reverses_id', '=', paymentId)
    .where('order_id', 'is', null)
    .where(isStandingReversal('payments'))
    .orderBy('id')
    .execute()
  return [
    ...asked.map(({ value }) => ({ action: 'pix-refund-asked', details: { value, payment: paymentId } })),
    ...reversals.map((money) => ({
      action: 'payment-received',
      details: { ...money, paymentOutcome: 'reversed' },
    })),
  ]
}
