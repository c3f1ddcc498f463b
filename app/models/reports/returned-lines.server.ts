import { sql } from 'kysely'
import { orderStatus } from '#app/domain/orders/order-status.ts'
import { splitReturnedAmount } from '#app/domain/orders/returned-shares.ts'
import type { Period } from '#app/domain/platform/period.ts'
import { receivedOfOrder } from '#app/models/charges/order-receipts.server.ts'
import { returnedOfOrder } from '#app/models/charges/returned-money.server.ts'
import type { DbOrTrx } from '#app/models/platform/db.server.ts'
import { nonEmptyIds } from '#app/models/platform/non-empty.ts'
import { isInWithdrawal } from '#app/models/subscriptions/suspension.server.ts'

export type ReturnedLine = {
  orderId: number
  lineId: number
  profileId: number
  publicationId: number
  version: string
  isSignature: boolean
  /** true if an accepted withdrawal returned the copy */
  isGivenBack: boolean
  /** the line's share of the refunded money, in centavos */
  returned: number
}

/** Returns lines of paid orders with refunded money or returned copies, by order date. */
export async function listReturnedLines(
  reader: DbOrTrx,
  { start, end }: Period,
  profileIds?: readonly number[],
): Promise<ReturnedLine[]> {
  const rows = await reader
    .selectFrom(ordersWithReturns.as('touched'))
    .innerJoin('orders', 'orders.id', 'touched.order_id')
    .innerJoin('order_lines', 'order_lines.order_id', 'orders.id')
    .where('orders.status', '=', orderStatus.confirmed)
    .where('orders.date', '>=', start)
    .where('orders.date', '<=', end)
    .$if(profileIds !== undefined, (lines) =>
      lines.where('orders.profile_id', 'in', nonEmptyIds(profileIds ?? [])),
    )
    .select(['orders.id as orderId', 'orders.profile_id as profileId', 'order_lines.id as lineId'])
    .select(['publication_id as publicationId', 'version', 'is_signature as isSignature', 'value'])
    .select([isInWithdrawal.as('isGivenBack'), returnedOfOrder.as('returned'), 'orders.total'])
    .select(receivedOfOrder.as('received'))
    .orderBy('orders.id')
    .orderBy('order_lines.id')
    .execute()
  return splitByOrder(rows.map((row) => ({ ...row, isGivenBack: Boolean(row.isGivenBack) })))
}

/** This subquery is joined because both servers would evaluate a condition once for each order. */
const ordersWithReturns = sql<{ order_id: number }>`(select order_id from refunds
  union select paid.order_id from payments as reversal join payments as paid on paid.id = reversal.reverses_id
    where reversal.reverses_id is not null
  union select order_id from withdrawal_requests where outcome = 'accepted')`

type LineWithOrderSums = Omit<ReturnedLine, 'returned'> & {
  value: number
  returned: string
  total: number
  received: string | null
}

/** Divides the refund of each order's goods among its lines. */
function splitByOrder(rows: readonly LineWithOrderSums[]): ReturnedLine[] {
  const linesByOrder = new Map<number, LineWithOrderSums[]>()
  for (const row of rows) {
    const earlierLines = linesByOrder.get(row.orderId) ?? []
    linesByOrder.set(row.orderId, [...earlierLines, row])
  }
  return [...linesByOrder.values()].flatMap((lines) => {
    const shares = splitReturnedAmount(calculateRefundOfGoods(lines), lines)
    return lines.map(({ value: _, total: __, received: ___, ...line }, index) => ({
      ...line,
      returned: shares[index] ?? 0,
    }))
  })
}

/** Returns the refund of goods in centavos. Refunded late charges are not included, because no line has them. */
function calculateRefundOfGoods(lines: readonly LineWithOrderSums[]): number {
  const [order] = lines
  if (!order) return 0
  const refundedAmount = Number(order.returned)
  let givenBackValue = 0
  for (const { isGivenBack, value } of lines) if (isGivenBack) givenBackValue += value
  const overpaidAmount = Math.max(0, Number(order.received ?? 0) - order.total)
  const refundOfCopies = Math.min(refundedAmount, givenBackValue)
  const otherRefund = Math.max(0, refundedAmount - givenBackValue - overpaidAmount)
  return refundOfCopies + otherRefund
}

export function sumReturnedLines(lines: readonly ReturnedLine[]): number {
  let sum = 0
  for (const { returned } of lines) sum += returned
  return sum
}
