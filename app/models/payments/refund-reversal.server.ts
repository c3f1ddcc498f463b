import type { CivilDate } from '#app/domain/platform/calendar.ts'
import { lockOrder } from '#app/models/charges/order-lock.server.ts'
import { isMatchedByStaff } from '#app/models/charges/returned-money.server.ts'
import { lockPaymentAndOrder } from '#app/models/payments/payment.server.ts'
import { reopenPayment } from '#app/models/payments/refund.server.ts'
import { db, isDuplicate, type Trx, withTransaction } from '#app/models/platform/db.server.ts'
import { type Actor, recordHistory } from '#app/models/platform/history.server.ts'
import { addToOutbox } from '#app/models/platform/outbox.server.ts'

export type RefundReversal = { refundId: number; reason: string; reversedOn: CivilDate }

/** Reverses a mistaken refund by a counter-entry. Returns 'by-provider' if bank or gateway made the refund. */
export function reverseRefund(
  { refundId, reason, reversedOn }: RefundReversal,
  actor: Actor & { actorUserId: number },
): Promise<'reversed' | 'already' | 'by-provider' | 'unknown'> {
  return withTransaction(async (trx) => {
    const refundBeforeLock = await findRefund(refundId, trx)
    if (!refundBeforeLock) return 'unknown'
    if (refundBeforeLock.paymentId !== null) await lockPaymentAndOrder(trx, refundBeforeLock.paymentId)
    else if (refundBeforeLock.orderId !== null) await lockOrder(trx, refundBeforeLock.orderId)
    const refund = (await findRefund(refundId, trx)) ?? refundBeforeLock
    if (refund.isByProvider) return 'by-provider'
    const { orderId, paymentId, value, refundedOn } = refund
    const row = { refund_id: refundId, reason, reversed_on: reversedOn, created_by: actor.actorUserId }
    try {
      await trx.insertInto('refund_reversals').values(row).execute()
    } catch (error) {
      if (!isDuplicate(error)) throw error
      return 'already'
    }
    if (paymentId !== null) await reopenPayment(trx, paymentId)
    await reopenReversals(trx, { orderId, paymentId })
    if (orderId !== null) {
      const details = { value, refundedOn, reversedOn }
      await recordHistory(trx, {
        entity: 'order',
        entityId: orderId,
        action: 'refund-reversed',
        details,
        ...actor,
      })
      await addToOutbox(trx, ['mail-refund-reversed'], String(refundId))
    }
    return 'reversed'
  })
}

/** Returns a refund. `isByProvider` is true if bank or gateway made it. */
export async function findRefund(id: number, reader: Trx | typeof db = db) {
  const row = await reader
    .selectFrom('refunds')
    .leftJoin('refund_reversals', 'refund_id', 'refunds.id')
    .leftJoin('pix_refunds', (join) =>
      join
        .onRef('pix_refunds.payment_id', '=', 'refunds.payment_id')
        .onRef('pix_refunds.refund_key', '=', 'refunds.token'),
    )
    .where('refunds.id', '=', id)
    .select(['refunds.id', 'refunds.order_id as orderId', 'refunds.payment_id as paymentId', 'refunds.value'])
    .select(['refunded_on as refundedOn', 'document', 'refunds.note', 'gateway_key as gatewayKey'])
    .select(['reversed_on as reversedOn', 'refund_reversals.reason', 'pix_refunds.id as pixId'])
    .executeTakeFirst()
  if (!row) return undefined
  const { gatewayKey, pixId, ...refund } = row
  return { ...refund, isByProvider: gatewayKey !== null || pixId !== null }
}

/** Reopens the reversals that staff closed as covered by a refund, because this refund no longer counts. */
async function reopenReversals(
  trx: Trx,
  { orderId, paymentId }: { orderId: number | null; paymentId: number | null },
): Promise<void> {
  await trx
    .updateTable('payments')
    .set({ resolution: null, resolved_at: null, resolved_by: null })
    .where((eb) => (paymentId === null ? eb('order_id', '=', orderId) : eb('reverses_id', '=', paymentId)))
    .where(isMatchedByStaff)
    .execute()
}
