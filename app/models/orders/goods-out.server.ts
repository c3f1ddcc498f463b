import { expeditionStatus } from '#app/domain/shipments/expedition.ts'
import { db, type Reader } from '#app/models/platform/db.server.ts'

/** True while something of an order is on its way to its buyer or there. */
export async function hasGoodsOut(orderId: number, reader: Reader = db): Promise<boolean> {
  const out = await reader
    .selectFrom('expedition_orders')
    .innerJoin('expeditions', 'expeditions.id', 'expedition_id')
    .where('order_id', '=', orderId)
    .where('status', 'in', [expeditionStatus.sent, expeditionStatus.delivered])
    .select('expeditions.id')
    .limit(1)
    .executeTakeFirst()
  return out !== undefined
}
