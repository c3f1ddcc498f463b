import { type RawBuilder, sql } from 'kysely'
import type { CivilDate } from '#app/domain/platform/calendar.ts'
import type { Centavos } from '#app/domain/platform/money.ts'
import { type DbOrTrx, db } from '#app/models/platform/db.server.ts'
import { nonEmptyIds } from '#app/models/platform/non-empty.ts'

/** SQL condition on `refunds`: the refund was not reversed. */
export const isUnreversedRefund = sql<boolean>`not exists (select 1 from refund_reversals
  where refund_reversals.refund_id = refunds.id)`

/** Returns a condition: staff did not dismiss the reversal, and no recorded refund covers it. */
export function isStandingReversal(table: 'payments' | 'reversal'): RawBuilder<boolean> {
  const resolution = table === 'payments' ? sql`payments.resolution` : sql`reversal.resolution`
  return sql`coalesce(${resolution}, '') not in ('dismissed', 'refunded')`
}

/** Without reversals, statistics make the servers prefer a scan to this index. */
export const reversals = sql`payments as reversal force index (payments_reversals)`

/** SQL condition on `payments`: the row is a reversal that staff, not the gateway, settled by a refund. */
export const isMatchedByStaff = sql<boolean>`(payments.problem = 'reversed' and payments.resolution = 'refunded'
  and payments.resolved_by is not null
  and not exists (select 1 from refunds where refunds.gateway_key = payments.event_key))`

/** SQL condition on `orders` and `payments`: the payment counts for the order. */
export const isOwnPayment = sql<boolean>`payments.order_id = orders.id
  and (payments.problem is null or payments.resolution in ('accepted', 'assigned'))`

const isForOwnPaymentOrNone = (paymentId: RawBuilder<unknown>) => sql`(${paymentId} is null
  or ${paymentId} in (select payments.id from payments where ${isOwnPayment}))`

/** SQL for the refunded or reversed centavos of the payments that count for a row of `orders`. */
export const returnedOfOrder: RawBuilder<string> = sql`((select coalesce(sum(value), 0) from refunds
    where refunds.order_id = orders.id and ${isUnreversedRefund} and ${isForOwnPaymentOrNone(sql`refunds.payment_id`)})
  + (select coalesce(sum(reversal.value), 0) from payments
    join ${reversals} on reversal.reverses_id = payments.id where ${isOwnPayment} and ${isStandingReversal('reversal')}))`

/** SQL for the centavos of a row of `orders` whose refunds await the bank's reply. */
export const askedBackOfOrder: RawBuilder<string> = sql`(select coalesce(sum(value), 0) from pix_refunds
  where pix_refunds.order_id = orders.id and state in ('asked', 'processing') and ${isForOwnPaymentOrNone(sql`pix_refunds.payment_id`)})`

export type ReturnedMoney = { value: Centavos; on: CivilDate; kind: 'refund' | 'chargeback' }

/** Returns by order the amounts whose sum is `returnedOfOrder`, oldest first. */
export async function listReturnedMoney(
  orderIds: readonly number[],
  reader: DbOrTrx = db,
): Promise<Map<number, ReturnedMoney[]>> {
  const ids = sql.join(nonEmptyIds(orderIds))
  const { rows } = await sql<ReturnedMoney & { orderId: number }>`
    select orders.id as orderId, refunds.value, refunds.refunded_on as \`on\`, 'refund' as kind
    from orders join refunds on refunds.order_id = orders.id
    where orders.id in (${ids}) and ${isUnreversedRefund} and ${isForOwnPaymentOrNone(sql`refunds.payment_id`)}
    union all
    select orders.id, reversal.value, reversal.paid_on, coalesce(reversal.reversal, 'chargeback')
    from orders join payments on ${isOwnPayment} join ${reversals} on reversal.reverses_id = payments.id
    where orders.id in (${ids}) and ${isStandingReversal('reversal')}
    order by \`on\``.execute(reader)
  const moneyByOrder = new Map<number, ReturnedMoney[]>()
  for (const { orderId, value, ...row } of rows) {
    const earlierMoney = moneyByOrder.get(orderId) ?? []
    moneyByOrder.set(orderId, [...earlierMoney, { ...row, value: Number(value) }])
  }
  return moneyByOrder
}
