import { isPixRefundOpen, pixRefundStates } from '#app/domain/payments/pix-refund.ts'
import { isStandingReversal, isUnreversedRefund } from '#app/models/charges/returned-money.server.ts'
import { enqueueRefundMail } from '#app/models/payments/refunds/refund-mail.server.ts'
import type { Trx } from '#app/models/platform/db.server.ts'
import { type Actor, recordHistory } from '#app/models/platform/history.server.ts'

/**
 * Books all money returned from a payment on the order to which the payment was just assigned, because the order's
 * sums and history must include it. Queues refund mails to the buyer. The caller must have locked order and payment.
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
    .where(isUnreversedRefund)
    .orderBy('id')
    .execute()
  const otherEntries = await listEntriesOfOtherReturns(trx, paymentId)
  const orderColumn = { order_id: orderId }
  await trx.updateTable('refunds').set(orderColumn).where('payment_id', '=', paymentId).execute()
  await trx.updateTable('pix_refunds').set(orderColumn).where('payment_id', '=', paymentId).execute()
  await trx.updateTable('payments').set(orderColumn).where('reverses_id', '=', paymentId).execute()
  for (const { id } of refunds) await enqueueRefundMail(trx, { refundId: id, orderId })
  const refundEntries = refunds.map(({ id: _, ...details }) => ({
    action: 'refunded',
    details: { ...details, payment: paymentId },
  }))
  const entries = [...refundEntries, ...otherEntries].map((entry) => ({
    entity: 'order' as const,
    entityId: orderId,
    ...actor,
    ...entry,
  }))
  await recordHistory(trx, ...entries)
}

/** Books returns that an earlier release stored without an order. The caller must not have read the sums yet. */
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

/** Returns history entries for refunds that the bank has not made yet and for money that the bank took back. */
async function listEntriesOfOtherReturns(trx: Trx, paymentId: number) {
  const pendingRefunds = await trx
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
    ...pendingRefunds.map(({ value }) => ({
      action: 'pix-refund-asked',
      details: { value, payment: paymentId },
    })),
    ...reversals.map((reversal) => ({
      action: 'payment-received',
      details: { ...reversal, paymentOutcome: 'reversed' },
    })),
  ]
}
