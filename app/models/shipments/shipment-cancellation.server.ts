import { isPending } from '#app/domain/shipments/shipment.ts'
import { withTransaction } from '#app/models/platform/db.server.ts'
import type { Actor } from '#app/models/platform/history.server.ts'
import { lockShipment } from '#app/models/shipments/shipment.server.ts'
import { recordShipmentChange, setReservation } from '#app/models/shipments/shipment-status.server.ts'

export type CancellationResult = 'changed' | 'already' | 'not-possible' | 'unknown-shipment'

/** Cancels a shipment that was not sent. Its copies wait again. The row of the shipment stays. */
export function cancelShipment(
  id: number,
  reason: string | null,
  actor: Actor,
  now = new Date(),
): Promise<CancellationResult> {
  return withTransaction(async (trx) => {
    const shipment = await lockShipment(trx, id)
    if (!shipment) return 'unknown-shipment'
    if (shipment.cancelled_at) return 'already'
    if (!isPending(shipment)) return 'not-possible'
    await trx
      .updateTable('shipments')
      .set({ cancelled_at: now, cancel_reason: reason })
      .where('id', '=', id)
      .execute()
    await setReservation(trx, id, null)
    await recordShipmentChange(trx, shipment, 'undone', actor)
    return 'changed'
  })
}
