import type { Trx } from '#app/models/platform/db.server.ts'
import type { EventPayload } from '#app/models/settings/webhook-event.server.ts'

/** Returns a sent shipment in the form that webhooks contain. A direct shipment has no orders. */
export async function describeShipment(trx: Trx, id: number): Promise<EventPayload[]> {
  const { profile_id, type, status, ...dispatch } = await trx
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
  const expedition = {
    id,
    client: profile_id,
    order: orders.map(({ order_id }) => order_id),
    shipping_type: type,
    status,
    status_code: status,
    ...dispatch,
  }
  return [{ id, data: { expedition } }]
}
