import { type DbOrTrx, db } from '#app/models/platform/db.server.ts'
import { findFiscal } from '#app/models/settings/setting.server.ts'

/** Orders whose goods have no valid NF-e. `isRefused` is true if the shop forbids shipping without an NF-e. */
export type MissingKeys = { orderIds: number[]; isRefused: boolean }

export const noMissingKeys: MissingKeys = { orderIds: [], isRefused: false }

export async function findMissingKeys(shipmentId: number, reader: DbOrTrx = db): Promise<MissingKeys> {
  const fiscal = await findFiscal(reader)
  if (!fiscal) return noMissingKeys
  const orders = await selectOrdersWithoutKey(reader)
    .innerJoin('shipment_orders', 'shipment_orders.order_id', 'orders.id')
    .where('shipment_id', '=', shipmentId)
    .execute()
  return { orderIds: orders.map(({ id }) => id), isRefused: fiscal.refusesDispatchWithoutKey }
}

/** Returns the orders of a planned shipment that have no NF-e key. */
export async function findMissingKeysByOrder(orderIds: readonly number[]): Promise<MissingKeys> {
  const fiscal = orderIds.length === 0 ? undefined : await findFiscal()
  if (!fiscal) return noMissingKeys
  const orders = await selectOrdersWithoutKey(db).where('orders.id', 'in', orderIds).execute()
  return { orderIds: orders.map(({ id }) => id), isRefused: fiscal.refusesDispatchWithoutKey }
}

/** Selects orders whose publications have a price but no valid NF-e. */
function selectOrdersWithoutKey(reader: DbOrTrx) {
  return reader
    .selectFrom('orders')
    .leftJoin('invoices', (join) =>
      join
        .onRef('invoices.order_id', '=', 'orders.id')
        .on('invoices.model', '=', 'nfe')
        .on('invoices.state', '=', 'authorised')
        .on('invoices.is_test', '=', false),
    )
    .select('orders.id')
    .where('total_publications', '>', 0)
    .where('access_key', 'is', null)
    .orderBy('orders.id')
}
