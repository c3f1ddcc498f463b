import { type RawBuilder, sql } from 'kysely'
import type { Receipts } from '#app/domain/charges/receipts.ts'
import { isOwnPayment } from '#app/models/charges/returned-money.server.ts'

/** SQL for the sum of the payments of a row of `orders`. The driver returns the sum as text. */
export const receivedOfOrder: RawBuilder<string | null> =
  sql`(select sum(payments.value) from payments where ${isOwnPayment})`
/** SQL for the sum of the fees of these payments; null if a fee is unknown. */
export const feesOfOrder: RawBuilder<string | null> = sql`(select
  if(count(*) = count(payments.fee), sum(payments.fee), null) from payments where ${isOwnPayment})`

export function toReceipts(row: { received: string | null; fees: string | null }): Receipts {
  const toCentavos = (sum: string | null) => (sum === null ? null : Number(sum))
  return { received: toCentavos(row.received), fees: toCentavos(row.fees) }
}
