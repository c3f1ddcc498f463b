import type { IncomingMessage } from 'node:http'
import { getViewQuery } from '#app/domain/backoffice/list-view.ts'
import { type CopyData, getGoodsState, goodsStates } from '#app/domain/orders/goods-state.ts'
import { orderStatus, unpaidStatuses } from '#app/domain/orders/order-status.ts'
import { getOrderPaymentState } from '#app/domain/orders/payment-state.ts'
import { shipmentStatus } from '#app/domain/shipments/shipment.ts'
import { subscriptionStatus } from '#app/domain/subscriptions/subscription.ts'
import { maxCounted } from '#app/models/platform/list-page.server.ts'
import { paths } from '#app/paths.ts'
import type { loader as loadOrders } from '#app/routes/admin/orders/orders.tsx'
import { convertFlags, select, type Visitor } from './database.ts'
import { makeRenderer, readStaffShell } from './page.tsx'

const ROWS_PER_PAGE = 20
const MAX_TAB_COUNT = 100
const { underWay, sent, returned } = shipmentStatus
const ordersPage = makeRenderer<typeof loadOrders>('routes/admin/orders/orders')

const searchJoin = `join (
  select id from orders where id = ?
  union select id from orders where nfe like ?
  union select id from orders where purchase_order like ?
  union select order_id from order_lines where airplane_registration like ?
  union select orders.id from profiles join orders on orders.profile_id = profiles.id where name like ?
  union select orders.id from profiles join orders on orders.profile_id = profiles.id where company_name like ?
  union select orders.id from users join profiles on profiles.user_id = users.id
    join orders on orders.profile_id = profiles.id where email like ?) as found on found.id = orders.id`

export async function renderStaffOrders(
  url: URL,
  { headers }: IncomingMessage,
  visitorPromise: Promise<Visitor | undefined>,
): Promise<string> {
  const search = url.searchParams.get('search') ?? ''
  const status = url.searchParams.get('status')
  const fromClause = `orders ${search ? searchJoin : ''} where ${status ? 'status = ?' : 'true'}`
  const fromValues = [
    ...(search ? [Number(search) || 0, ...Array<string>(6).fill(`${search}%`)] : []),
    ...(status ? [status] : []),
  ]
  const visitor = await visitorPromise
  const viewOwner = [visitor?.id, 'orders']
  const [rows, countRows, tabCountRows, views, columnRows] = await Promise.all([
    select<Row>(
      `select orders.id, orders.profile_id as profileId, date, status, reason, nfe, total, paid_on as paidOn,
       purchase_order as purchaseOrder, is_company as isCompany, name, company_name as companyName
       from (select orders.id from ${fromClause} order by orders.id desc limit ?) as shown
       join orders on orders.id = shown.id join profiles on profiles.id = profile_id order by orders.id desc`,
      [...fromValues, ROWS_PER_PAGE],
    ),
    select<{ count: number }>(`select count(*) as count from (select 1 from ${fromClause} limit ?) as some`, [
      ...fromValues,
      maxCounted + 1,
    ]),
    select<Counts>(tabCountsQuery, [
      ...[orderStatus.underReview, MAX_TAB_COUNT, MAX_TAB_COUNT, unpaidStatuses, MAX_TAB_COUNT],
      ...[
        subscriptionStatus.awaitingDispatch,
        [underWay, sent, returned],
        orderStatus.confirmed,
        MAX_TAB_COUNT,
      ],
      ...[returned, MAX_TAB_COUNT, MAX_TAB_COUNT],
    ]),
    select<{ id: number; name: string; query: string }>(
      'select id, name, query from saved_views where user_id = ? and list = ? order by name',
      viewOwner,
    ),
    select<{ column_keys: string }>(
      'select column_keys from list_columns where user_id = ? and list = ?',
      viewOwner,
    ),
  ])
  const ids = [0, ...rows.map(({ id }) => id)]
  const [payments, refunds, copies] = await Promise.all([
    select<Payment>(paymentsQuery, [ids]),
    select<Refund>(refundsQuery, [ids]),
    select<Copy>(copiesQuery, [ids]),
  ])
  const count = countRows[0]?.count ?? 0
  const isCountExact = count <= maxCounted
  const [first, last] = [rows[0], rows.at(-1)]
  const data = {
    rows: convertFlags(rows, ['isCompany']).map((row) => ({
      ...row,
      payment: findPaymentState(row, payments, refunds),
      goods: countGoods(row, copies),
    })),
    count,
    isCountExact,
    isOpenEnded: !isCountExact,
    hasNext: count > ROWS_PER_PAGE,
    keys: first && last ? { first: first.id, last: last.id } : undefined,
    pages: Math.max(1, Math.ceil(count / ROWS_PER_PAGE)),
    isCut: false,
    isSuperuser: false,
    query: {
      search,
      status: status ? Number(status) : undefined,
      page: 1,
      sort: 'id',
      direction: 'descending',
    },
    counts: toCounts(tabCountRows[0]),
    view: {
      action: paths.admin.views('orders'),
      views,
      current: getViewQuery(url.searchParams),
      columns: columnRows[0]?.column_keys.split('.') ?? null,
    },
  }
  return ordersPage(url, visitor, data, await readStaffShell(url.pathname, headers.cookie))
}

type Row = {
  id: number
  isCompany: boolean
  status: number
  total: number
  paidOn: string | null
}
type Payment = {
  id: number
  orderId: number
  value: number
  isOwn: number
  reversed: string
  isDisputed: number
}
type Refund = { orderId: number; paymentId: number | null; value: number }

const paymentsQuery = `select payments.id, payments.order_id as orderId, payments.value,
  payments.problem is null or payments.resolution in ('accepted', 'assigned') as isOwn,
  sum(if(reversal.id is null or coalesce(reversal.resolution, '') in ('dismissed', 'refunded'), 0, reversal.value)) as reversed,
  max(reversal.id is not null and reversal.resolution is null
    and coalesce(reversal.reversal, 'chargeback') = 'chargeback') as isDisputed
  from payments left join payments as reversal on reversal.reverses_id = payments.id
  where payments.order_id in (?) and (payments.problem is null or payments.resolution in ('accepted', 'assigned')
    or payments.problem in ('amount-differs', 'rejected-order', 'renewed-elsewhere', 'account-removed')
      and coalesce(payments.resolution, 'refunded') = 'refunded')
  group by payments.id`
const refundsQuery = `select order_id as orderId, payment_id as paymentId, value from refunds where order_id in (?)
  and not exists (select 1 from refund_reversals where refund_id = refunds.id)`

function findPaymentState(order: Row, payments: readonly Payment[], refunds: readonly Refund[]) {
  const orderPayments = payments.filter(({ orderId }) => orderId === order.id)
  const orderRefunds = refunds.filter(({ orderId }) => orderId === order.id)
  const countedPayments = orderPayments.filter(({ isOwn }) => isOwn)
  const heldPayments = orderPayments.filter(({ isOwn }) => !isOwn)
  const heldIds = heldPayments.map(({ id }) => id)
  const isOfHeldPayment = ({ paymentId }: Refund) => paymentId !== null && heldIds.includes(paymentId)
  return getOrderPaymentState({
    status: order.status,
    total: order.total,
    received: countedPayments.length === 0 ? null : sumValues(countedPayments),
    held: sumValues(heldPayments),
    returned:
      sumReversed(countedPayments) + sumValues(orderRefunds.filter((refund) => !isOfHeldPayment(refund))),
    heldReturned: sumReversed(heldPayments) + sumValues(orderRefunds.filter(isOfHeldPayment)),
    isDisputed: orderPayments.some(({ isDisputed }) => isDisputed),
    isCancelledPaid: order.status === orderStatus.cancelled && order.paidOn !== null,
  })
}

function sumValues(rows: readonly { value: number }[]): number {
  return rows.reduce((total, { value }) => total + value, 0)
}

function sumReversed(rows: readonly Payment[]): number {
  return rows.reduce((total, { reversed }) => total + Number(reversed), 0)
}

type Copy = Pick<CopyData, 'isDownload' | 'isSignature' | 'isSentImmediately'> & {
  orderId: number
  unitId: number | null
  status: number
  statusBeforeExpiry: number | null
  sentOn: string | null
  suspendedAt: Date | null
  accepted: number | null
  hasOpenWithdrawal: number | null
  shipment: number | null
}

const copiesQuery = `select order_lines.order_id as orderId, is_download as isDownload, is_signature as isSignature,
  is_sent_immediately as isSentImmediately, subscriptions.id as unitId, subscriptions.status,
  status_before_expiry as statusBeforeExpiry, sent_on as sentOn, suspended_at as suspendedAt,
  (select max(outcome = 'accepted') from withdrawal_lines join withdrawal_requests on withdrawal_requests.id = request_id
    where order_line_id = order_lines.id) as accepted,
  (select max(is_open) from withdrawal_lines join withdrawal_requests on withdrawal_requests.id = request_id
    where order_line_id = order_lines.id) as hasOpenWithdrawal,
  (select shipments.status from shipment_lines join shipments on shipments.id = shipment_id
    where order_line_id = order_lines.id and cancelled_at is null order by holds desc, shipments.id desc limit 1) as shipment
  from order_lines left join subscriptions on order_line_id = order_lines.id where order_lines.order_id in (?)`
const shipmentStates = [null, 'packed', 'sent', 'delivered', 'returned'] as const

function countGoods(order: Row, copies: readonly Copy[]) {
  const states = copies
    .filter(({ orderId }) => orderId === order.id)
    .map((copy) => findGoodsState(order, copy))
  return goodsStates
    .map((state) => ({ state, count: states.filter((copyState) => copyState === state).length }))
    .filter(({ count }) => count > 0)
}

function findGoodsState(
  order: Row,
  { unitId, accepted, hasOpenWithdrawal, shipment, suspendedAt, ...copy }: Copy,
) {
  const openWithdrawal = hasOpenWithdrawal ? 'open' : null
  return getGoodsState({
    ...copy,
    withdrawal: accepted ? 'accepted' : openWithdrawal,
    isOrderPaid: order.status === orderStatus.confirmed,
    unit: unitId === null ? null : { ...copy, isSuspended: suspendedAt !== null },
    shipment: shipmentStates[shipment ?? 0] ?? null,
  })
}

type Counts = Record<'waiting' | 'total' | 'due' | 'toSend' | 'returned' | 'disputed', number>

const tabCountsQuery = `select
  (select count(*) from (select 1 from orders where status = ?
    and not exists (select 1 from photo_requests where order_id = orders.id and is_open = 1) limit ?) as some) as waiting,
  (select count(*) from (select 1 from orders limit ?) as some) as total,
  (select count(*) from (select 1 from orders where status in (?) and total > 0
    and not exists (select 1 from payments where order_id = orders.id) limit ?) as some) as due,
  (select count(*) from (select 1 from orders where id in (select order_id from order_lines
    join subscriptions on order_line_id = order_lines.id where subscriptions.status = ? and suspended_at is null
    and is_download = 0 and not exists (select 1 from withdrawal_lines where order_line_id = order_lines.id)
    and not exists (select 1 from shipment_lines join shipments on shipments.id = shipment_id
      where order_line_id = order_lines.id and shipments.status in (?)))
    and status = ? limit ?) as some) as toSend,
  (select count(*) from (select 1 from orders where id in (select order_id from order_lines
    join shipment_lines on order_line_id = order_lines.id join shipments on shipments.id = shipment_id
    where shipments.status = ?) limit ?) as some) as returned,
  (select count(*) from (select 1 from payments where reversal = 'chargeback' and resolution is null limit ?) as some) as disputed`

function toCounts(counts: Counts | undefined) {
  const { waiting = 0, total = 0, due = 0, toSend = 0, returned = 0, disputed = 0 } = counts ?? {}
  return { waiting, all: total, inStates: [due, toSend, returned, disputed] }
}
