import { isPacked } from '#app/domain/shipments/expedition.ts'
import { withTransaction } from '#app/models/platform/db.server.ts'
import type { Cause } from '#app/models/platform/history.server.ts'
import { lockExpedition } from '#app/models/shipments/expedition.server.ts'
import { noteOnExpedition, setHolds } from '#app/models/shipments/expedition-status.server.ts'

export type Cancellation = 'changed' | 'already' | 'not-possible' | 'unknown-expedition'

/**
 * Gives up a shipment that is packed and has not left: its copies wait to be sent again, and no list shows it any more.
 * It stays with what was in it, its history and the reason; what was sent can only come back (D38).
 */
export function cancelExpedition(
  id: number,
  reason: string | null,
  cause: Cause,
  now = new Date(),
): Promise<Cancellation> {
  return withTransaction(async (trx) => {
    const expedition = await lockExpedition(trx, id)
    if (!expedition) return 'unknown-expedition'
    if (expedition.cancelled_at) return 'already'
    if (!isPacked(expedition)) return 'not-possible'
    await trx
      .updateTable('expeditions')
      .set({ cancelled_at: now, cancel_reason: reason })
      .where('id', '=', id)
      .execute()
    await setHolds(trx, id, null)
    await noteOnExpedition(trx, expedition, 'undone', cause)
    return 'changed'
  })
}
