import { type RawBuilder, sql } from 'kysely'
import { calculateMoneyBack, type MoneyBack } from '#app/domain/orders/money-back.ts'
import { orderStatus } from '#app/domain/orders/order-status.ts'
import type { PaymentProblem, PaymentResolution } from '#app/domain/payments/received-payment.ts'
import { type CivilDate, toCivilDate } from '#app/domain/platform/calendar.ts'
import type { Centavos } from '#app/domain/platform/money.ts'
import { receivedOfOrder } from '#app/models/charges/order-receipts.server.ts'
import { selectCancellation } from '#app/models/charges/payment-state.server.ts'
import { askedBackOfOrder, returnedOfOrder } from '#app/models/charges/returned-money.server.ts'
import { findRefundableAmount, isOrderMoney } from '#app/models/payments/refund.server.ts'
import { type DbOrTrx, db } from '#app/models/platform/db.server.ts'
import { isInWithdrawal } from '#app/models/subscriptions/suspension.server.ts'

const MAX_ORDERS = 1000

const waivedOfOrder: RawBuilder<string> = sql`(select coalesce(sum(value), 0) from refund_waivers
  where refund_waivers.order_id = orders.id)`

const firstPaidOn: RawBuilder<CivilDate | null> = sql`coalesce((select min(payments.paid_on) from payments
  where payments.order_id = orders.id and (payments.problem is null or payments.resolution in ('accepted', 'assigned'))),
  orders.paid_on)`

const ordersToCheck = sql`(select order_id as id from withdrawal_requests where outcome = 'accepted'
  union select id from orders where status = ${orderStatus.cancelled} and paid_on is not null) as due`

export type OrderMoneyBack = MoneyBack & {
  orderId: number
  received: Centavos
  /** amount in centavos that may still be recorded as refunded, whether owed or not */
  refundable: Centavos
  paidOn: CivilDate | null
}

/** Returns the amounts to refund. Counts the open withdrawal `assumedAcceptedId` as accepted. */
export async function findMoneyBack(
  orderId: number,
  { assumedAcceptedId, reader = db }: { assumedAcceptedId?: number; reader?: DbOrTrx } = {},
): Promise<OrderMoneyBack | undefined> {
  const [moneyBack] = await readMoneyBack(reader, [orderId], assumedAcceptedId)
  return moneyBack
}

/** Returns the orders for which the shop owes money to the buyer, the oldest debt first. */
export async function listMoneyOwed(
  { profileId }: { profileId?: number } = {},
  reader: DbOrTrx = db,
): Promise<OrderMoneyBack[]> {
  const candidateOrders =
    profileId === undefined
      ? sql`${ordersToCheck} join orders on orders.id = due.id where true`
      : sql`orders where orders.profile_id = ${profileId} and (
          (orders.status = ${orderStatus.cancelled} and orders.paid_on is not null) or exists (
            select 1 from withdrawal_requests where order_id = orders.id and outcome = 'accepted'))`
  const candidates = await sql<{ id: number }>`
    select orders.id from ${candidateOrders} and coalesce(${receivedOfOrder}, orders.total)
      > ${returnedOfOrder} + ${askedBackOfOrder} + ${waivedOfOrder}
    order by orders.id limit ${MAX_ORDERS}`.execute(reader)
  const candidateIds = candidates.rows.map(({ id }) => id)
  const orders = await readMoneyBack(reader, candidateIds)
  const owedOrders = orders.filter(({ owed }) => owed > 0)
  return owedOrders.toSorted((order, otherOrder) => (order.since ?? '').localeCompare(otherOrder.since ?? ''))
}

/**
 * Selects the orders of `listMoneyOwed` with the time since which money is owed; a date counts as noon in São
 * Paulo (15:00 UTC). Must match `calculateMoneyBack`.
 */
export function selectOrdersOwedMoney() {
  const received = sql`coalesce(${receivedOfOrder}, if(orders.paid_on is null, 0, orders.total))`
  const settledAmount = sql`(${returnedOfOrder} + ${askedBackOfOrder} + ${waivedOfOrder})`
  const isCancelled = sql`(orders.status = ${orderStatus.cancelled} and (${receivedOfOrder} is not null
    or ${selectCancellation(sql`json_extract(history.details, '$.from')`)} = ${orderStatus.confirmed}))`
  const selectAccepted = (column: RawBuilder<unknown>) => sql`(select ${column} from withdrawal_requests
    where withdrawal_requests.order_id = orders.id and withdrawal_requests.outcome = 'accepted')`
  const returnedGoods = sql`(select coalesce(sum(order_lines.value), 0) from order_lines
    where order_lines.order_id = orders.id and ${isInWithdrawal})`
  const isFullyReturned = sql`not exists (select 1 from order_lines
    where order_lines.order_id = orders.id and not ${isInWithdrawal})`
  return db
    .selectFrom('orders')
    .where(sql<boolean>`orders.id in (select due.id from ${ordersToCheck})`)
    .where(
      sql<boolean>`if(${isCancelled} or ${isFullyReturned}, ${received}, least(${received}, ${returnedGoods})) > ${settledAmount}`,
    )
    .select([
      'orders.id',
      sql<Date>`coalesce(${selectAccepted(sql`min(withdrawal_requests.created_at)`)},
        ${selectCancellation(sql`history.created_at`)}, timestamp(orders.paid_on, '15:00:00'))`.as('since'),
    ])
}

/** The amount that may still be refunded, the suggested amount, and the first possible day. */
export type RefundOffer = { refundable: Centavos; suggestedAmount: Centavos; notBefore: CivilDate | null }

export function toRefundOffer({ refundable, owed, paidOn }: OrderMoneyBack): RefundOffer {
  return { refundable, suggestedAmount: suggestAmount(refundable, owed), notBefore: paidOn }
}

function suggestAmount(refundable: Centavos, owed: Centavos): Centavos {
  return owed > 0 ? Math.min(owed, refundable) : refundable
}

type PaymentRow = {
  id: number
  orderId: number | null
  paidOn: CivilDate
  problem: PaymentProblem | null
  resolution: PaymentResolution | null
}

export async function findRefundOfferOfPayment(payment: PaymentRow): Promise<RefundOffer> {
  const refundable = await findRefundableAmount(payment.id)
  const belongsToOrder = payment.orderId !== null && isOrderMoney(payment)
  const moneyBack = belongsToOrder ? await findMoneyBack(payment.orderId ?? 0) : undefined
  const suggestedAmount = suggestAmount(refundable, moneyBack?.owed ?? 0)
  return { refundable, suggestedAmount, notBefore: payment.paidOn }
}

async function readMoneyBack(
  reader: DbOrTrx,
  ids: readonly number[],
  assumedAcceptedId?: number,
): Promise<OrderMoneyBack[]> {
  if (ids.length === 0) return []
  const orders = await listSums(reader, ids)
  const lines = await listLines(reader, ids)
  const acceptedLines = await listAcceptedLines(reader, ids, assumedAcceptedId)
  return orders.map((order) => {
    const { id: orderId, received, returned, asked, waived } = order
    const filterByOrder = <Row extends { orderId: number }>(rows: readonly Row[]) =>
      rows.filter((row) => row.orderId === orderId)
    const orderMoney = {
      received,
      returned: returned + asked + waived,
      cancelledOn: getCancelledOn(order),
      lines: filterByOrder(lines),
      acceptedWithdrawals: groupByRequest(filterByOrder(acceptedLines)),
    }
    const refundable = Math.max(0, received - returned - asked)
    return { orderId, received, refundable, paidOn: order.firstPaidOn, ...calculateMoneyBack(orderMoney) }
  })
}

/** Returns the sums of each order. A paid order without a recorded payment counts with its total. */
async function listSums(reader: DbOrTrx, ids: readonly number[]) {
  const rows = await reader
    .selectFrom('orders')
    .where('orders.id', 'in', ids)
    .select(['orders.id', 'status', 'total', 'paid_on as paidOn'])
    .select([receivedOfOrder.as('received'), returnedOfOrder.as('returned')])
    .select([askedBackOfOrder.as('asked'), waivedOfOrder.as('waived'), firstPaidOn.as('firstPaidOn')])
    .select(selectCancellation(sql`history.created_at`).$castTo<Date | null>().as('cancelledAt'))
    .select(
      selectCancellation(sql`json_extract(history.details, '$.from')`)
        .$castTo<string | null>()
        .as('cancelledFrom'),
    )
    .execute()
  return rows.map(({ received, returned, asked, waived, total, ...row }) => {
    const amountWithoutPayment = row.paidOn === null ? 0 : total
    return {
      ...row,
      hasPayment: received !== null,
      received: received === null ? amountWithoutPayment : Number(received),
      returned: Number(returned),
      asked: Number(asked),
      waived: Number(waived),
    }
  })
}

/** Returns the day on which an order was cancelled that had a recorded payment or the status "paid", else null. */
function getCancelledOn(order: Awaited<ReturnType<typeof listSums>>[number]): CivilDate | null {
  const { status, paidOn, hasPayment, cancelledAt, cancelledFrom } = order
  if (status !== orderStatus.cancelled) return null
  if (!hasPayment && Number(cancelledFrom) !== orderStatus.confirmed) return null
  return cancelledAt === null ? paidOn : toCivilDate(new Date(cancelledAt))
}

function listLines(reader: DbOrTrx, ids: readonly number[]) {
  return reader
    .selectFrom('order_lines')
    .where('order_id', 'in', ids)
    .select(['id', 'order_id as orderId', 'value'])
    .execute()
}

function listAcceptedLines(reader: DbOrTrx, ids: readonly number[], assumedAcceptedId = 0) {
  return reader
    .selectFrom('withdrawal_requests')
    .innerJoin('withdrawal_lines', 'request_id', 'withdrawal_requests.id')
    .where('order_id', 'in', ids)
    .where((eb) =>
      eb.or([eb('outcome', '=', 'accepted'), eb('withdrawal_requests.id', '=', assumedAcceptedId)]),
    )
    .select([
      'withdrawal_requests.id',
      'order_id as orderId',
      'created_at as createdAt',
      'order_line_id as lineId',
    ])
    .orderBy('withdrawal_requests.id')
    .execute()
}

type AcceptedLine = { id: number; createdAt: Date; lineId: number }

function groupByRequest(rows: readonly AcceptedLine[]) {
  const requests = new Map<number, { date: CivilDate; lineIds: number[] }>()
  for (const { id, createdAt, lineId } of rows) {
    const lineIds = [...(requests.get(id)?.lineIds ?? []), lineId]
    requests.set(id, { date: toCivilDate(createdAt), lineIds })
  }
  return [...requests.values()]
}
