import { shipmentStatus } from '#app/domain/shipments/shipment.ts'
import { type DbOrTrx, db } from '#app/models/platform/db.server.ts'

export async function isInTransitOrDelivered(orderId: number, reader: DbOrTrx = db): Promise<boolean> {
  const shipment = await reader
    .selectFrom('shipment_orders')
    .innerJoin('shipments', 'shipments.id', 'shipment_id')
    .where('order_id', '=', orderId)
    .where('status', 'in', [shipmentStatus.sent, shipmentStatus.delivered])
    .select('shipments.id')
    .limit(1)
    .executeTakeFirst()
  return shipment !== undefined
}
