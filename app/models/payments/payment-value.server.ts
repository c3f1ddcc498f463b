import type { Centavos } from '#app/domain/platform/money.ts'
import { lockPaymentAndOrder } from '#app/models/payments/payment.server.ts'
import { leftOfPayment } from '#app/models/payments/refunds/refund-match.server.ts'
import { withTransaction } from '#app/models/platform/db.server.ts'
import { type Actor, recordChange, recordHistory } from '#app/models/platform/history.server.ts'

const MAX_NOTE = 500

/** `reported` is the page's value; `keptFor` is the reason to keep the recorded one, null to correct it. */
export type ValueDecision = { reported: Centavos; keptFor: string | null }

/** Corrects the recorded value to the reported one, or keeps it with a reason. The payment's date stays. */
export function decideValue(
  id: number,
  { reported, keptFor }: ValueDecision,
  actor: Actor,
): Promise<'resolved' | 'already' | 'unknown' | 'more-than-came-in'> {
  return withTransaction(async (trx) => {
    const payment = (await lockPaymentAndOrder(trx, id))?.payment
    if (!payment) return 'unknown'
    if (payment.reported_value !== reported || payment.value_decided_at) return 'already'
    const { value, order_id: orderId, resolution_note: note } = payment
    const row = trx.updateTable('payments').where('id', '=', id)
    const decided = { value_decided_at: new Date(), value_decided_by: actor.actorUserId }
    if (keptFor !== null) {
      const notes = [note, keptFor].filter(Boolean).join('\n').slice(0, MAX_NOTE)
      await row.set({ ...decided, resolution_note: notes }).execute()
      const details = { payment: id, value, reported }
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
    const remainder = (await leftOfPayment(payment.event_key, trx)) ?? 0
    if (reported < value - remainder) return 'more-than-came-in'
    await row.set({ ...decided, value: reported, reported_value: null }).execute()
    if (orderId !== null)
      await recordChange(trx, {
        ...actor,
        entity: 'order',
        entityId: orderId,
        action: 'payment-corrected',
        before: { value },
        after: { value: reported },
        facts: { payment: id },
      })
    return 'resolved'
  })
}
