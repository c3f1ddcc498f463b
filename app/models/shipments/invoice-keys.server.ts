import { type DbOrTrx, db } from '#app/models/platform/db.server.ts'
import { findFiscal } from '#app/models/settings/setting.server.ts'

/** Orders of a shipment whose goods have no NF-e in force; `isRefused` where the shop lets none leave without (D141). */
export type MissingKeys = { orderIds: number[]; isRefused: boolean }

export const noKeysMissing: MissingKeys = { orderIds: [], isRefused: false }

/** Empty when fiscal settings are missing or the order total is 0. */
export async function findMissingKeys(shipmentId: number, reader: DbOrTrx = db): Promise<MissingKeys> {
  const fiscal = await findFiscal(reader)
  if (!fiscal) return noKeysMissing
  const orders = await withoutKey(reader)
    .innerJoin('shipment_orders', 'shipment_orders.order_id', 'orders.id')
    .where('shipment_id', '=', shipmentId)
    .execute()
  return { orderIds: orders.map(({ id }) => id), isRefused: fiscal.refusesDispatchWithoutKey }
}

/** The same, of orders of which a shipment is to be made. */
export async function findMissingKeysByOrder(orderIds: readonly number[]): Promise<MissingKeys> {
  const fiscal = orderIds.length === 0 ? undefined : await findFiscal()
  if (!fiscal) return noKeysMissing
  const orders = await withoutKey(db).where('orders.id', 'in', orderIds).execute()
  return { orderIds: orders.map(({ id }) => id), isRefused: fiscal.refusesDispatchWithoutKey }
}

function withoutKey(reader: DbOrTrx) {
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
