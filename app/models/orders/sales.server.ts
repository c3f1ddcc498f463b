import { sql } from 'kysely'
import { orderStatus } from '#app/domain/orders/order-status.ts'
import type { Trx } from '#app/models/platform/db.server.ts'

/** In the sums of month and year, after the lines (D106). Rows are only added, so that no order waits for another. */
export async function recordSales(
  trx: Trx,
  orderIds: readonly number[],
  change: 'paid' | 'no longer paid',
): Promise<void> {
  if (orderIds.length === 0) return
  const sign = change === 'paid' ? 1 : -1
  const sold = sql`from orders
    join order_lines on order_lines.order_id = orders.id
    cross join (select 1 as is_month union all select 0) as kinds
    where orders.id in (${sql.join(orderIds)})`
  const period = sql`if(is_month, year(orders.date) * 100 + month(orders.date), year(orders.date))`
  await sql`insert into sales_by_client (period, profile_id, orders, order_lines, value)
    select ${period}, orders.profile_id, count(distinct orders.id) * ${sign}, count(*) * ${sign},
      sum(order_lines.value) * ${sign}
    ${sold} group by 1, orders.profile_id`.execute(trx)
  await sql`insert into sales_by_product (period, publication_id, version, is_signature, quantity, value)
    select ${period}, order_lines.publication_id, order_lines.version, order_lines.is_signature,
      count(*) * ${sign}, sum(order_lines.value) * ${sign}
    ${sold} group by 1, order_lines.publication_id, order_lines.version, order_lines.is_signature`.execute(
    trx,
  )
}

export async function recordStatus(
  trx: Trx,
  { id, status }: { id: number; status: number },
  to: number,
): Promise<void> {
  const [wasPaid, isPaid] = [status, to].map((each) => each === orderStatus.confirmed)
  if (wasPaid !== isPaid) await recordSales(trx, [id], isPaid ? 'paid' : 'no longer paid')
}
