import type { Centavos } from '#app/domain/platform/money.ts'
import { lockPaymentAndOrder } from '#app/models/payments/payment.server.ts'
import { findUnreturnedAmount } from '#app/models/payments/refunds/refund-match.server.ts'
import { withTransaction } from '#app/models/platform/db.server.ts'
import { type Actor, recordChange, recordHistory } from '#app/models/platform/history.server.ts'

const MAX_NOTE_LENGTH = 500

/**
 * The page showed `reportedAmount`. `keepReason` is why the recorded value is kept; null corrects the value.
 */
export type ValueDecision = { reportedAmount: Centavos; keepReason: string | null }

/** Corrects the recorded value to the reported value, or keeps it for a reason. Keeps the payment's date. */
export function decideValue(
  id: number,
  { reportedAmount, keepReason }: ValueDecision,
  actor: Actor,
): Promise<'resolved' | 'already' | 'unknown' | 'more-than-came-in'> {
  return withTransaction(async (trx) => {
    const paymentAndOrder = await lockPaymentAndOrder(trx, id)
    if (!paymentAndOrder?.payment) return 'unknown'
    const { payment } = paymentAndOrder
    if (payment.reported_value !== reportedAmount || payment.value_decided_at) return 'already'
    const { value, order_id: orderId, resolution_note: note } = payment
    const update = trx.updateTable('payments').where('id', '=', id)
    const decisionColumns = { value_decided_at: new Date(), value_decided_by: actor.actorUserId }
    if (keepReason !== null) {
      const notes = [note, keepReason].filter(Boolean).join('\n').slice(0, MAX_NOTE_LENGTH)
      await update.set({ ...decisionColumns, resolution_note: notes }).execute()
      const details = { payment: id, value, reported: reportedAmount }
      if (orderId !== null)
        await recordHistory(trx, {
          ...actor,
          entity: 'order',
          entityId: orderId,
          action: 'payment-kept',
          details,
        })
      return 'resolved'
    }
    const unreturnedAmount = (await findUnreturnedAmount(payment.event_key, trx)) ?? 0
    const returnedAmount = value - unreturnedAmount
    if (reportedAmount < returnedAmount) return 'more-than-came-in'
    await update.set({ ...decisionColumns, value: reportedAmount, reported_value: null }).execute()
    if (orderId !== null)
      await recordChange(trx, {
        ...actor,
        entity: 'order',
        entityId: orderId,
        action: 'payment-corrected',
        before: { value },
        after: { value: reportedAmount },
        details: { payment: id },
      })
    return 'resolved'
  })
}
