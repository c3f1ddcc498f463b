import { type RawBuilder, sql } from 'kysely'
import { orderStatus } from '#app/domain/orders/order-status.ts'
import type { Period } from '#app/domain/platform/period.ts'
import type { DbOrTrx } from '#app/models/platform/db.server.ts'

/** Selects the sum of paid orders per client in centavos. Reads only the index `order_lines_sales`. */
export function selectSalesByClient(reader: DbOrTrx, period: Period) {
  return selectPaidLines(reader, period)
    .groupBy('orders.profile_id')
    .select('orders.profile_id')
    .select([
      sql<number>`count(distinct orders.id)`.as('orders'),
      sql<number>`count(*)`.as('order_lines'),
      sumColumn(sql`order_lines.value`).as('value'),
    ])
}

/** Selects the sum of paid orders per publication and sold revision. */
export function selectSalesByProduct(reader: DbOrTrx, period: Period) {
  return selectPaidLines(reader, period)
    .groupBy(['order_lines.publication_id', 'order_lines.version', 'order_lines.is_signature'])
    .select(['order_lines.publication_id', 'order_lines.version', 'order_lines.is_signature'])
    .select([sql<number>`count(*)`.as('quantity'), sumColumn(sql`order_lines.value`).as('value')])
}

function selectPaidLines(reader: DbOrTrx, { start, end }: Period) {
  return reader
    .selectFrom('orders')
    .innerJoin('order_lines', 'order_lines.order_id', 'orders.id')
    .where('orders.status', '=', orderStatus.confirmed)
    .where('orders.date', '>=', start)
    .where('orders.date', '<=', end)
}

/** Returns SQL for a sum as a number, because the servers return decimals as text. */
function sumColumn(column: RawBuilder<unknown>) {
  return sql<number>`cast(sum(${column}) as signed)`
}
