import { sql } from 'kysely'
import { orderStatus } from '#app/domain/orders/order-status.ts'
import { splitReturnedAmount } from '#app/domain/orders/returned-shares.ts'
import type { Period } from '#app/domain/platform/period.ts'
import { receivedOfOrder } from '#app/models/charges/order-receipts.server.ts'
import { returnedOfOrder } from '#app/models/charges/returned-money.server.ts'
import type { DbOrTrx } from '#app/models/platform/db.server.ts'
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
      lines.where('orders.profile_id', 'in', [0, ...(profileIds ?? [])]),
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

/** This subquery is joined, because both servers would evaluate it as a condition for each order. */
const ordersWithReturns = sql<{ order_id: number }>`(select order_id from refunds
  union select paid.order_id from payments as reversal join payments as paid on paid.id = reversal.reverses_id
  union select order_id from withdrawal_requests where outcome = 'accepted')`

type Line = Omit<ReturnedLine, 'returned'> & {
  value: number
  returned: string
  total: number
  received: string | null
}

function splitByOrder(rows: readonly Line[]): ReturnedLine[] {
  const linesByOrder = new Map<number, Line[]>()
  for (const row of rows) linesByOrder.set(row.orderId, [...(linesByOrder.get(row.orderId) ?? []), row])
  return [...linesByOrder.values()].flatMap((lines) => {
    const shares = splitReturnedAmount(sumReturnedOfGoods(lines), lines)
    return lines.map(({ value: _, total: __, received: ___, ...line }, index) => ({
      ...line,
      returned: shares[index] ?? 0,
    }))
  })
}

/** Returns refunds of goods in centavos, returned copies first. Late charges belong to no line. */
function sumReturnedOfGoods(lines: readonly Line[]): number {
  const [order] = lines
  if (!order) return 0
  const returnedAmount = Number(order.returned)
  const givenBackValue = lines.reduce((sum, { isGivenBack, value }) => sum + (isGivenBack ? value : 0), 0)
  const overpaidValue = Math.max(0, Number(order.received ?? 0) - order.total)
  return (
    Math.min(returnedAmount, givenBackValue) + Math.max(0, returnedAmount - givenBackValue - overpaidValue)
  )
}

export function sumReturnedLines(lines: readonly ReturnedLine[]): number {
  return lines.reduce((sum, { returned }) => sum + returned, 0)
}
