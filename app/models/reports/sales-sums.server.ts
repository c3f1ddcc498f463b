import { type RawBuilder, sql } from 'kysely'
import { orderStatus } from '#app/domain/orders/order-status.ts'
import type { Period } from '#app/domain/platform/period.ts'
import { type SumRange, sumsWithin } from '#app/domain/reports/sales-periods.ts'
import type { DbOrTrx } from '#app/models/platform/db.server.ts'

/** As a number: the servers give decimals as text. */
function sumOf(column: RawBuilder<unknown>) {
  return sql<number>`cast(sum(${column}) as signed)`
}

/** By the dates of paid orders, value in centavos: kept sums, and single days from the orders, at one moment (D106). */
export function salesOfClients(reader: DbOrTrx, period: Period) {
  const { ranges, days } = sumsWithin(period)
  const kept = reader
    .selectFrom('sales_by_client')
    .where(isIn(ranges))
    .groupBy('profile_id')
    .select('profile_id')
    .select([
      sumOf(sql`orders`).as('orders'),
      sumOf(sql`order_lines`).as('order_lines'),
      sumOf(sql`value`).as('value'),
    ])
  const all = days.reduce((joined, day) => joined.unionAll(paidByClient(reader, day)), kept)
  return reader
    .selectFrom(all.as('parts'))
    .groupBy('profile_id')
    .having(sumOf(sql`orders`), '>', 0)
    .select('profile_id')
    .select([
      sumOf(sql`orders`).as('orders'),
      sumOf(sql`order_lines`).as('order_lines'),
      sumOf(sql`value`).as('value'),
    ])
}

/** The same per publication and the version it was sold in. */
export function salesOfProducts(reader: DbOrTrx, period: Period) {
  const { ranges, days } = sumsWithin(period)
  const kept = reader
    .selectFrom('sales_by_product')
    .where(isIn(ranges))
    .groupBy(['publication_id', 'version', 'is_signature'])
    .select(['publication_id', 'version', 'is_signature'])
    .select([sumOf(sql`quantity`).as('quantity'), sumOf(sql`value`).as('value')])
  const all = days.reduce((joined, day) => joined.unionAll(paidByProduct(reader, day)), kept)
  return reader
    .selectFrom(all.as('parts'))
    .groupBy(['publication_id', 'version', 'is_signature'])
    .having(sumOf(sql`quantity`), '>', 0)
    .select(['publication_id', 'version', 'is_signature'])
    .select([sumOf(sql`quantity`).as('quantity'), sumOf(sql`value`).as('value')])
}

/** From the orders themselves. */
export function paidByClient(reader: DbOrTrx, period: Period) {
  return paid(reader, period)
    .groupBy('orders.profile_id')
    .select('orders.profile_id')
    .select([
      sql<number>`count(distinct orders.id)`.as('orders'),
      sql<number>`count(*)`.as('order_lines'),
      sumOf(sql`order_lines.value`).as('value'),
    ])
}

export function paidByProduct(reader: DbOrTrx, period: Period) {
  return paid(reader, period)
    .groupBy(['order_lines.publication_id', 'order_lines.version', 'order_lines.is_signature'])
    .select(['order_lines.publication_id', 'order_lines.version', 'order_lines.is_signature'])
    .select([sql<number>`count(*)`.as('quantity'), sumOf(sql`order_lines.value`).as('value')])
}

function paid(reader: DbOrTrx, { start, end }: Period) {
  return reader
    .selectFrom('orders')
    .innerJoin('order_lines', 'order_lines.order_id', 'orders.id')
    .where('orders.status', '=', orderStatus.confirmed)
    .where('orders.date', '>=', start)
    .where('orders.date', '<=', end)
}

function isIn(ranges: readonly SumRange[]) {
  const parts = ranges.map(({ from, to }) => sql`period between ${from} and ${to}`)
  return parts.length === 0 ? sql<boolean>`false` : sql<boolean>`(${sql.join(parts, sql` or `)})`
}
