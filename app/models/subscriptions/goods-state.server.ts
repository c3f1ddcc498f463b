import { type Expression, type RawBuilder, sql } from 'kysely'
import { type CopyData, type GoodsState, getGoodsState, goodsStates } from '#app/domain/orders/goods-state.ts'
import { orderStatus } from '#app/domain/orders/order-status.ts'
import type { CivilDate } from '#app/domain/platform/calendar.ts'
import { shipmentStatus } from '#app/domain/shipments/shipment.ts'
import { subscriptionStatus, waitingBeforeExpiry } from '#app/domain/subscriptions/subscription.ts'
import {
  cacheByKey,
  compileQuery,
  expandList,
  type ValueSlots,
} from '#app/models/platform/compiled-query.server.ts'
import { type DbOrTrx, db } from '#app/models/platform/db.server.ts'
import { nonEmptyIds } from '#app/models/platform/non-empty.ts'
import {
  acceptedWithdrawalOfLine,
  openWithdrawalOfLine,
  selectOpenWithdrawal,
} from '#app/models/subscriptions/suspension.server.ts'

const { underWay, sent, delivered, returned } = shipmentStatus
const { awaitingDispatch, expired } = subscriptionStatus

/** SQL over `order_lines`: a column of the shipment that contains the copy, or else of the last that contained it. */
const selectLineShipment = (column: RawBuilder<unknown>) => sql<number | null>`coalesce(
  (select ${column} from shipment_lines join shipments on shipments.id = shipment_lines.shipment_id
    where shipment_lines.order_line_id = order_lines.id and shipment_lines.holds = 1),
  (select ${column} from shipment_lines join shipments on shipments.id = shipment_lines.shipment_id
    where shipment_lines.order_line_id = order_lines.id and shipments.cancelled_at is null
    order by shipments.id desc limit 1))`

type DayExpression = CivilDate | Expression<CivilDate>

const findOpenWithdrawal = (today: DayExpression) => sql<number | null>`coalesce(
  ${openWithdrawalOfLine}, ${selectOpenWithdrawal(today)})`

const isCopyDue = sql`(order_lines.is_signature = 0 or order_lines.is_sent_immediately = 1)`
const isWaiting = sql`(subscriptions.status = ${awaitingDispatch}
  or (subscriptions.status = ${expired} and subscriptions.status_before_expiry in (${sql.join([...waitingBeforeExpiry])})
    and subscriptions.sent_on is null and ${isCopyDue}))`

const isToSend = sql`(${isWaiting} and orders.status = ${orderStatus.confirmed} and subscriptions.suspended_at is null)`
const sentOrNull = sql`if(subscriptions.sent_on is not null or subscriptions.status = ${subscriptionStatus.sent}, 'sent', null)`

/** SQL equivalent of `getGoodsState`, over `order_lines`, `orders` and optionally `subscriptions`. */
export function selectGoodsState(today: DayExpression): RawBuilder<GoodsState | null> {
  return sql`(case
    when ${acceptedWithdrawalOfLine} is not null then 'given-back'
    when ${findOpenWithdrawal(today)} is not null then 'in-withdrawal'
    when order_lines.is_download = 1 or subscriptions.id is null then null
    else case ${selectLineShipment(sql`shipments.status`)}
      when ${underWay} then 'packed'
      when ${sent} then 'sent'
      when ${returned} then if(${isWaiting}, 'returned', ${sentOrNull})
      when ${delivered} then if(${isToSend}, 'to-send', 'delivered')
      else if(${isToSend}, 'to-send', ${sentOrNull}) end
    end)`
}

const isShippedIn = (
  status: number,
) => sql`order_lines.id in (select shipment_lines.order_line_id from shipment_lines
  join shipments on shipments.id = shipment_lines.shipment_id where shipments.status = ${status})`
const isAskedBack = sql`order_lines.id in (select withdrawal_lines.order_line_id from withdrawal_lines)`

/** A necessary condition of each state. It lets MySQL find the few copies in a rare state by an index. */
const necessaryConditions: Record<GoodsState, RawBuilder<unknown>> = {
  'to-send': sql`order_lines.id in (select waiting.order_line_id from subscriptions as waiting
    where waiting.status = ${awaitingDispatch} or (waiting.status = ${expired} and waiting.sent_on is null
      and waiting.status_before_expiry in (${sql.join([...waitingBeforeExpiry])})))`,
  packed: isShippedIn(underWay),
  sent: sql`true`,
  delivered: sql`true`,
  returned: isShippedIn(returned),
  'in-withdrawal': sql`(${isAskedBack} or subscriptions.id in (select renewals.subscription_id from renewals
    join withdrawal_lines on withdrawal_lines.order_line_id = renewals.order_line_id))`,
  'given-back': isAskedBack,
}

type Scope = 'orders' | 'subscriptions'

/** Returns the condition for a state over `orders` or `subscriptions`. `undefined` matches all rows. */
export function hasGoodsState(
  scope: Scope,
  state: GoodsState | undefined,
  today: DayExpression,
): RawBuilder<boolean> {
  if (state === undefined) return sql`true`
  const isInState = sql`${necessaryConditions[state]} and ${selectGoodsState(today)} = ${state}`
  if (scope === 'subscriptions')
    return sql`exists (select 1 from order_lines join orders on orders.id = order_lines.order_id
      where order_lines.id = subscriptions.order_line_id and ${isInState})`
  return sql`exists (select 1 from order_lines
    left join subscriptions on subscriptions.order_line_id = order_lines.id
    where order_lines.order_id = orders.id and ${isInState})`
}

export type CopyGoods = {
  lineId: number
  orderId: number
  unitId: number | null
  state: GoodsState | null
  shipmentId: number | null
}

const getCopiesQuery = cacheByKey((column: 'order_lines.order_id' | 'subscriptions.id') =>
  compileQuery((value: ValueSlots<{ ids: readonly number[]; today: CivilDate }>) =>
    db
      .selectFrom('order_lines')
      .innerJoin('orders', 'orders.id', 'order_lines.order_id')
      .leftJoin('subscriptions', 'subscriptions.order_line_id', 'order_lines.id')
      .where(column, 'in', expandList(value('ids')))
      .select(['order_lines.id as lineId', 'order_lines.order_id as orderId'])
      .select(['is_download as isDownload', 'is_signature as isSignature'])
      .select(['is_sent_immediately as isSentImmediately', 'orders.status as orderStatus'])
      .select(['subscriptions.id as unitId', 'subscriptions.status as unit', 'sent_on as sentOn'])
      .select('status_before_expiry as statusBeforeExpiry')
      .select(['suspended_at as suspendedAt', acceptedWithdrawalOfLine.as('accepted')])
      .select(findOpenWithdrawal(value('today')).as('asked'))
      .select(selectLineShipment(sql`shipments.id`).as('shipmentId'))
      .select(selectLineShipment(sql`shipments.status`).as('shipment'))
      .orderBy('order_lines.id'),
  ),
)

/** Returns state and shipment of each copy of the orders or units. */
export async function readGoods(
  selection: { orderIds: readonly number[] } | { unitIds: readonly number[] },
  today: CivilDate,
  reader: DbOrTrx = db,
): Promise<CopyGoods[]> {
  const [column, ids] =
    'orderIds' in selection
      ? (['order_lines.order_id', selection.orderIds] as const)
      : (['subscriptions.id', selection.unitIds] as const)
  const rows = await getCopiesQuery(column).rows(reader, { ids: nonEmptyIds(ids), today })
  return rows.map((row) => ({
    lineId: row.lineId,
    orderId: row.orderId,
    unitId: row.unitId,
    state: getGoodsState(toCopyData(row)),
    shipmentId: row.shipmentId,
  }))
}

export function countGoods(copies: readonly Pick<CopyGoods, 'state'>[]) {
  const counts = goodsStates.map((state) => {
    const copiesInState = copies.filter((copy) => copy.state === state)
    return { state, count: copiesInState.length }
  })
  return counts.filter(({ count }) => count > 0)
}

type Row = Pick<CopyData, 'isDownload' | 'isSignature' | 'isSentImmediately'> & {
  orderStatus: number
  unit: number | null
  statusBeforeExpiry: number | null
  sentOn: CivilDate | null
  suspendedAt: Date | null
  accepted: number | null
  asked: number | null
  shipment: number | null
}

function toCopyData({
  unit: unitStatus,
  statusBeforeExpiry,
  sentOn,
  suspendedAt,
  accepted: acceptedWithdrawalId,
  asked: openWithdrawalId,
  shipment: shipmentStatusCode,
  ...line
}: Row): CopyData {
  const isSuspended = suspendedAt !== null
  const openWithdrawal = openWithdrawalId === null ? null : 'open'
  return {
    ...line,
    withdrawal: acceptedWithdrawalId === null ? openWithdrawal : 'accepted',
    isOrderPaid: line.orderStatus === orderStatus.confirmed,
    unit: unitStatus === null ? null : { status: unitStatus, statusBeforeExpiry, sentOn, isSuspended },
    shipment: shipmentStatusCode === null ? null : (shipmentStates[shipmentStatusCode] ?? null),
  }
}

const shipmentStates: Readonly<Record<number, CopyData['shipment']>> = {
  [underWay]: 'packed',
  [sent]: 'sent',
  [delivered]: 'delivered',
  [returned]: 'returned',
}
