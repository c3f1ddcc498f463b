import { sql } from 'kysely'
import {
  cacheByKey,
  compileQuery,
  expandList,
  type ValueSlots,
} from '#app/models/platform/compiled-query.server.ts'
import { db, type Trx } from '#app/models/platform/db.server.ts'

/** Tables whose `updated_at` the API sorts by. */
export type StampedTable = 'profiles' | 'publications' | 'orders' | 'subscriptions' | 'shipments'

/** Sets `updated_at` when a related row changes; the database sets it when the record's own row changes. */
export async function stampChange(trx: Trx, table: StampedTable, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await getStamp(table).run(trx, { ids })
}

const getStamp = cacheByKey((table: StampedTable) =>
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
  const units = trx.selectFrom('subscriptions').select('id').where('order_line_id', '=', lineId)
  const shipments = trx.selectFrom('shipment_lines').select('shipment_id').where('order_line_id', '=', lineId)
  await stampChange(
    trx,
    'orders',
    orders.map((row) => row.order_id),
  )
  await stampChange(
    trx,
    'subscriptions',
    (await units.execute()).map((row) => row.id),
  )
  await stampChange(
    trx,
    'shipments',
    (await shipments.execute()).map((row) => row.shipment_id),
  )
}

export async function stampOrdersOfShipment(trx: Trx, shipmentId: number): Promise<void> {
  const orders = trx.selectFrom('shipment_orders').select('order_id').where('shipment_id', '=', shipmentId)
  await stampChange(
    trx,
    'orders',
    (await orders.execute()).map((row) => row.order_id),
  )
}

export async function stampShipmentsOfOrder(trx: Trx, orderId: number): Promise<void> {
  const shipments = trx.selectFrom('shipment_orders').select('shipment_id').where('order_id', '=', orderId)
  await stampChange(
    trx,
    'shipments',
    (await shipments.execute()).map((row) => row.shipment_id),
  )
}

export async function stampAccount(trx: Trx, userId: number): Promise<void> {
  const profiles = trx.selectFrom('profiles').select('id').where('user_id', '=', userId)
  await stampChange(
    trx,
    'profiles',
    (await profiles.execute()).map((row) => row.id),
  )
}
