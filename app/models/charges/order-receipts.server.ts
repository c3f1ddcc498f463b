import { type RawBuilder, sql } from 'kysely'
import type { Receipts } from '#app/domain/charges/receipts.ts'

const own = sql`payments.order_id = orders.id
  and (payments.problem is null or payments.resolution in ('accepted', 'assigned'))`

/** SQL for the sum of an order's payments, in queries over `orders`. The driver returns it as text. */
export const receivedOfOrder: RawBuilder<string | null> =
  sql`(select sum(payments.value) from payments where ${own})`
export const feesOfOrder: RawBuilder<string | null> = sql`(select
  if(count(*) = count(payments.fee), sum(payments.fee), null) from payments where ${own})`

export function toReceipts(row: { received: string | null; fees: string | null }): Receipts {
  const toCentavos = (sum: string | null) => (sum === null ? null : Number(sum))
  return { received: toCentavos(row.received), fees: toCentavos(row.fees) }
}
