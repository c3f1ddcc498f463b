import { randomBytes } from 'node:crypto'
import { calculateTrackingCheckDigit } from '#app/domain/checkout/carriers/correios.ts'
import { orderStatus } from '#app/domain/orders/order-status.ts'
import { toCivilDate } from '#app/domain/platform/calendar.ts'
import { shipmentStatus } from '#app/domain/shipments/shipment.ts'
import { subscriptionStatus } from '#app/domain/subscriptions/subscription.ts'
import { digestReview } from '#app/models/orders/photo-request.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { paths } from '#app/paths.ts'
import { findNewestId, insertRows } from '../bulk-data/rows.ts'
import { type Customer, makeStaffSession } from './data.ts'
import type { Ledger, PostedRecords } from './ledger.ts'
import type { BenchTurn } from './rounds.ts'

const { pendingPayment, confirmed, cancelled, underReview } = orderStatus
const { underWay, sent } = shipmentStatus
const COPIES_PER_ORDER = 2

type Order = Awaited<ReturnType<typeof insertOrders>>[number]
type Post = { path: string; fields: Record<string, string | number> }
type PreparedPosts = { posts: Post[]; records: PostedRecords; statuses: Record<string, number> }

/** Each post inserts new orders, so that a turn needs no order of an earlier turn. */
export const staffPosts = {
  'approve-order': async (customers: Customer[]): Promise<PreparedPosts> => {
    const orders = await insertOrders(customers, underReview)
    const posts = orders.map(({ id, since, lines }) => ({
      path: paths.admin.approval(id),
      fields: {
        seen: digestReview({ since, requestId: null, lines: lines.filter(({ photo }) => photo !== null) }),
      },
    }))
    return { posts, records: { orders: listIds(orders) }, statuses: { orders: pendingPayment } }
  },
  'order-status': async (customers: Customer[]): Promise<PreparedPosts> => {
    const orders = await insertOrders(customers, pendingPayment)
    const fields = { from: pendingPayment, status: cancelled }
    const posts = orders.map(({ id }) => ({ path: paths.admin.orderStatus(id), fields }))
    return { posts, records: { orders: listIds(orders) }, statuses: { orders: cancelled } }
  },
  'dispatch-shipment': async (customers: Customer[], staffId: number): Promise<PreparedPosts> => {
    const orders = await insertOrders(customers, confirmed)
    const units = await insertUnits(orders)
    const shipments = await insertShipments(orders, staffId)
    const posts = shipments.map((id) => {
      const serial = String(id).padStart(8, '0')
      const track_code = `BN${serial}${calculateTrackingCheckDigit(serial)}BR`
      return { path: paths.admin.dispatch(id), fields: { date: toCivilDate(new Date()), track_code } }
    })
    const records = { shipments, orders: listIds(orders), subscriptions: units }
    return { posts, records, statuses: { shipments: sent, subscriptions: subscriptionStatus.sent } }
  },
}

export type StaffPostName = keyof typeof staffPosts

type TurnSetting = { customers: Customer[]; ledger: Ledger; side: string }

/** Logs in anew, since an identity check is valid for ten minutes only. */
export async function prepareStaffTurn(
  name: StaffPostName,
  { customers, ledger, side }: TurnSetting,
): Promise<BenchTurn> {
  const { userId, cookie, formOwner } = await makeStaffSession()
  const { posts, records, statuses } = await staffPosts[name](customers, userId)
  ledger.posts.push({ side, records, statuses })
  const workload = posts.map(({ path, fields }) => {
    const texts = Object.entries(fields).map(([field, value]) => [field, String(value)])
    return { path, cookie, form: new URLSearchParams([['form_owner', formOwner], ...texts]).toString() }
  })
  return { workload, extent: { isOnce: true, status: 303 } }
}

/** Inserts an order of two printed copies for each customer; a review waits for the photo of the first. */
async function insertOrders(customers: Customer[], status: number) {
  const [titles, buyers] = await Promise.all([listTitles(), listBuyers(customers)])
  const since = new Date()
  const newestIds = { order: await findNewestId('orders'), line: await findNewestId('order_lines') }
  const orders = buyers.map((buyer, index) => ({
    id: newestIds.order + index + 1,
    buyer,
    since,
    lines: titles.map((title, lineIndex) => ({
      id: newestIds.line + index * COPIES_PER_ORDER + lineIndex + 1,
      title,
      photo: status === underReview && lineIndex === 0 ? `${randomBytes(16).toString('hex')}.jpg` : null,
    })),
  }))
  const total = titles.reduce((sum, { price }) => sum + (price ?? 0), 0)
  const date = toCivilDate(since)
  const paid_on = status === confirmed ? date : null
  await insertRows('orders', orders, ({ id, buyer }) => ({
    id,
    status,
    date,
    paid_on,
    total,
    total_publications: total,
    shipping_value: 0,
    profile_id: buyer.id,
    shipping_type: 'PAC',
    billing_address_id: buyer.billing_address_id ?? 0,
    payer_name: buyer.name,
    payer_document: buyer.cpf ?? '',
    checkout_token: randomBytes(16).toString('hex'),
    review_since: since,
  }))
  const lines = orders.flatMap((order) => order.lines.map((line) => ({ ...line, orderId: order.id })))
  await insertRows('order_lines', lines, ({ id, orderId, title, photo }) => ({
    id,
    photo,
    order_id: orderId,
    publication_id: title.id,
    value: title.price ?? 0,
    name: title.name,
    version: title.version,
    is_download: false,
  }))
  return orders
}

async function insertUnits(orders: Order[]): Promise<number[]> {
  const newestUnitId = await findNewestId('subscriptions')
  const lines = orders.flatMap((order) => order.lines.map((line) => ({ ...line, order })))
  await insertRows('subscriptions', lines, ({ id, order, title }, index) => ({
    id: newestUnitId + index + 1,
    order_line_id: id,
    profile_id: order.buyer.id,
    publication_id: title.id,
    status: subscriptionStatus.awaitingDispatch,
    starts_on: toCivilDate(order.since),
    due: null,
  }))
  return lines.map((_, index) => newestUnitId + index + 1)
}

async function insertShipments(orders: Order[], staffId: number): Promise<number[]> {
  const newestShipmentId = await findNewestId('shipments')
  const shipments = orders.map((order, index) => ({ id: newestShipmentId + index + 1, order }))
  await insertRows('shipments', shipments, ({ id, order: { buyer, since } }) => ({
    id,
    profile_id: buyer.id,
    owner_user_id: staffId,
    type: 'PAC' as const,
    status: underWay,
    address_id: buyer.billing_address_id,
    creation_date: toCivilDate(since),
  }))
  await insertRows('shipment_orders', shipments, ({ id, order }) => ({ shipment_id: id, order_id: order.id }))
  const shipmentLines = shipments.flatMap(({ id, order }) =>
    order.lines.map((line) => ({ id, line: line.id })),
  )
  await insertRows('shipment_lines', shipmentLines, ({ id, line }) => ({
    shipment_id: id,
    order_line_id: line,
  }))
  return listIds(shipments)
}

/** Returns publications that can be shipped at once: printed, without renewal or photo. */
function listTitles() {
  return db
    .selectFrom('publications')
    .select(['id', 'name', 'version', 'price'])
    .where('active', '=', true)
    .where('is_download', '=', false)
    .where('is_signature', '=', false)
    .where('has_photo_upload', '=', false)
    .orderBy('id', 'desc')
    .limit(COPIES_PER_ORDER)
    .execute()
}

function listBuyers(customers: Customer[]) {
  return db
    .selectFrom('profiles')
    .select(['id', 'name', 'cpf', 'billing_address_id'])
    .where(
      'user_id',
      'in',
      customers.map(({ userId }) => userId),
    )
    .execute()
}

function listIds(records: readonly { id: number }[]): number[] {
  return records.map(({ id }) => id)
}
