import { sql } from 'kysely'
import {
  cacheByKey,
  compileQuery,
  expandList,
  type ValueSlots,
} from '#app/models/platform/compiled-query.server.ts'
import { db, type Trx } from '#app/models/platform/db.server.ts'

/** The API sorts the rows of these tables by `updated_at`. */
export type StampedTable = 'profiles' | 'publications' | 'orders' | 'subscriptions' | 'shipments'

/** Sets `updated_at` after a change of related rows, because the database sets it only after changes of the row. */
export async function stampChange(trx: Trx, table: StampedTable, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await getStampQuery(table).run(trx, { ids })
}

const getStampQuery = cacheByKey((table: StampedTable) =>
  compileQuery((value: ValueSlots<{ ids: readonly number[] }>) =>
    db
      .updateTable(table)
      .set({ updated_at: sql<Date>`current_timestamp(3)` })
      .where('id', 'in', expandList(value('ids'))),
  ),
)

/** Sets `updated_at` of the records that contain an order line: order, subscription and shipments. */
export async function stampLine(trx: Trx, lineId: number): Promise<void> {
  const orders = await trx.selectFrom('order_lines').select('order_id').where('id', '=', lineId).execute()
  const orderIds = orders.map((row) => row.order_id)
  await stampChange(trx, 'orders', orderIds)
  const units = await trx
    .selectFrom('subscriptions')
    .select('id')
    .where('order_line_id', '=', lineId)
    .execute()
  const unitIds = units.map((row) => row.id)
  await stampChange(trx, 'subscriptions', unitIds)
  const shipments = await trx
    .selectFrom('shipment_lines')
    .select('shipment_id')
    .where('order_line_id', '=', lineId)
    .execute()
  const shipmentIds = shipments.map((row) => row.shipment_id)
  await stampChange(trx, 'shipments', shipmentIds)
}

export async function stampOrdersOfShipment(trx: Trx, shipmentId: number): Promise<void> {
  const orders = await trx
    .selectFrom('shipment_orders')
    .select('order_id')
    .where('shipment_id', '=', shipmentId)
    .execute()
  const orderIds = orders.map((row) => row.order_id)
  await stampChange(trx, 'orders', orderIds)
}

export async function stampShipmentsOfOrder(trx: Trx, orderId: number): Promise<void> {
  const shipments = await trx
    .selectFrom('shipment_orders')
    .select('shipment_id')
    .where('order_id', '=', orderId)
    .execute()
  const shipmentIds = shipments.map((row) => row.shipment_id)
  await stampChange(trx, 'shipments', shipmentIds)
}

export async function stampAccount(trx: Trx, userId: number): Promise<void> {
  const profiles = await trx.selectFrom('profiles').select('id').where('user_id', '=', userId).execute()
  const profileIds = profiles.map((row) => row.id)
  await stampChange(trx, 'profiles', profileIds)
}
