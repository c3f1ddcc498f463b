import type { Centavos } from '#app/domain/platform/money.ts'
import { lockPaymentAndOrder } from '#app/models/payments/payment.server.ts'
import { findUnreturnedAmount } from '#app/models/payments/refunds/refund-match.server.ts'
import { withTransaction } from '#app/models/platform/db.server.ts'
import { type Actor, recordChange, recordHistory } from '#app/models/platform/history.server.ts'

const MAX_NOTE = 500

/** `reportedAmount` is the page's; `keepReason` is the reason to keep the recorded value, null to correct it. */
export type ValueDecision = { reportedAmount: Centavos; keepReason: string | null }

/** Corrects the recorded value to the reported one, or keeps it with a reason. The payment's date stays. */
export function decideValue(
  id: number,
  { reportedAmount, keepReason }: ValueDecision,
  actor: Actor,
): Promise<'resolved' | 'already' | 'unknown' | 'more-than-came-in'> {
  return withTransaction(async (trx) => {
    const payment = (await lockPaymentAndOrder(trx, id))?.payment
    if (!payment) return 'unknown'
    if (payment.reported_value !== reportedAmount || payment.value_decided_at) return 'already'
    const { value, order_id: orderId, resolution_note: note } = payment
    const update = trx.updateTable('payments').where('id', '=', id)
    const decisionColumns = { value_decided_at: new Date(), value_decided_by: actor.actorUserId }
    if (keepReason !== null) {
      const notes = [note, keepReason].filter(Boolean).join('\n').slice(0, MAX_NOTE)
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
    const remainder = (await findUnreturnedAmount(payment.event_key, trx)) ?? 0
    if (reportedAmount < value - remainder) return 'more-than-came-in'
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
