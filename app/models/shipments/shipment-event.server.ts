import type { Trx } from '#app/models/platform/db.server.ts'
import type { EventPayload } from '#app/models/settings/webhook-event.server.ts'

/** Returns a sent shipment for webhooks. A direct shipment has no orders. */
export async function describeShipment(trx: Trx, id: number): Promise<EventPayload[]> {
  const { profile_id, type, status, ...data } = await trx
    .selectFrom('shipments')
    .select(['profile_id', 'type', 'status', 'track_code', 'send_date'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const orders = await trx
    .selectFrom('shipment_orders')
    .select('order_id')
    .where('shipment_id', '=', id)
    .orderBy('order_id')
    .execute()
  const order = orders.map(({ order_id }) => order_id)
  const state = { status, status_code: status }
  const shipmentData = { id, client: profile_id, order, shipping_type: type, ...state, ...data }
  return [{ id, data: { expedition: shipmentData } }]
}
