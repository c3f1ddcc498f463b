import { orderStatus } from '#app/domain/orders/order-status.ts'
import { db } from '#app/models/platform/db.server.ts'

/** Selects the newest invoice of each model of paid orders, except test invoices. */
export function selectNewestInvoices() {
  return db
    .selectFrom('invoices')
    .innerJoin('orders', 'orders.id', 'invoices.order_id')
    .leftJoin('invoices as later', (join) =>
      join
        .onRef('later.order_id', '=', 'invoices.order_id')
        .onRef('later.model', '=', 'invoices.model')
        .onRef('later.id', '>', 'invoices.id')
        .on('later.is_test', '=', false),
    )
    .where('invoices.is_test', '=', false)
    .where('later.id', 'is', null)
    .where('orders.status', '=', orderStatus.confirmed)
}
