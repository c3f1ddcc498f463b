import { type Expression, type ExpressionBuilder, type RawBuilder, sql } from 'kysely'
import { unitAircraftSelection } from '#app/domain/accounts/aircraft.ts'
import type { GoodsState } from '#app/domain/orders/goods-state.ts'
import { orderStatus } from '#app/domain/orders/order-status.ts'
import type { PaymentState } from '#app/domain/orders/payment-state.ts'
import { type CivilDate, toCivilDate } from '#app/domain/platform/calendar.ts'
import { isEmptyMatch, matchesPeople, selectPeopleIds } from '#app/models/accounts/people-search.server.ts'
import { lockOrder } from '#app/models/charges/order-lock.server.ts'
import { feesOfOrder, toReceipts } from '#app/models/charges/order-receipts.server.ts'
import {
  isInPaymentState,
  paymentStateColumns,
  toPaymentState,
} from '#app/models/charges/payment-state.server.ts'
import { returnedOfOrder } from '#app/models/charges/returned-money.server.ts'
import { hasLiveInvoice } from '#app/models/orders/invoices/invoice.server.ts'
import { findOrderAddress } from '#app/models/orders/order.server.ts'
import { selectWaiting } from '#app/models/orders/order-review.server.ts'
import { findOrders, isFoundOrder, type OrderMatch } from '#app/models/orders/order-search.server.ts'
import { needsPhoto } from '#app/models/orders/photo-request.server.ts'
import { compileQuery, expandList, type ValueSlots } from '#app/models/platform/compiled-query.server.ts'
import { db, type Trx, withTransaction } from '#app/models/platform/db.server.ts'
import type { Actor } from '#app/models/platform/history.server.ts'
import { recordChange } from '#app/models/platform/history.server.ts'
import {
  countRows,
  type ListPart,
  type ListPlace,
  readListPage,
  selectCounts,
} from '#app/models/platform/list-page.server.ts'
import { nonEmptyIds } from '#app/models/platform/non-empty.ts'
import { raiseVersion } from '#app/models/platform/optimistic-lock.server.ts'
import type { Database } from '#app/models/platform/schema.ts'
import { stampShipmentsOfOrder } from '#app/models/platform/updated-at.server.ts'
import { countGoods, hasGoodsState, readGoods } from '#app/models/subscriptions/goods-state.server.ts'
import { openWithdrawalOfLine } from '#app/models/subscriptions/suspension.server.ts'

export const staffOrdersPerPage = 20
export const orderSorts = ['id', 'date', 'total'] as const

export type OrderStates = {
  payment?: PaymentState | undefined
  /** filter: orders with a copy in this state */
  goods?: GoodsState | undefined
}

export type StaffOrderQuery = OrderStates & {
  search: string
  status: number | undefined
  today?: CivilDate
  condition?: RawBuilder<boolean> | undefined
  sort: (typeof orderSorts)[number] | 'updated_at'
  direction: 'ascending' | 'descending'
}

/** Returns orders, newest first by default. Reads only the rows of the page. */
export async function listStaffOrders(
  query: StaffOrderQuery & Omit<ListPlace, 'page'>,
  page: number,
  perPage = staffOrdersPerPage,
) {
  const { rows: idRows, ...list } = await listOrderIds({ ...query, page }, perPage)
  const ids = idRows.map(({ id }) => id)
  return { ...list, rows: await listRows(ids, query.today) }
}

/** Returns ids of orders. `isCut` is true if the search matched more orders than it returned. */
export async function listOrderIds(query: StaffOrderQuery & ListPlace, perPage: number) {
  const searchMatch = query.search === '' ? undefined : await findOrders(query.search)
  const { sort, direction, status, payment, goods, condition } = query
  const list = await readListPage(query, {
    perPage,
    direction,
    id: sql`orders.id`,
    sort: sort === 'id' ? undefined : { columns: [sortColumns[sort]], table: sql`orders` },
    read: (part) => readIds(query, searchMatch, part),
    name: searchMatch || condition ? undefined : `orders ${status ?? ''} ${payment ?? ''} ${goods ?? ''}`,
    count: (limit) => countOrders(query, searchMatch, limit),
  })
  return { ...list, isCut: searchMatch?.isCut ?? false }
}

const sortColumns = {
  date: sql`orders.date`,
  total: sql`orders.total`,
  updated_at: sql`orders.updated_at`,
}

function readIds(query: StaffOrderQuery, searchMatch: OrderMatch | undefined, part: ListPart) {
  return db
    .selectFrom('orders')
    .where(matchesFilter(query))
    .where(searchMatch ? isFoundOrder(searchMatch) : sql<boolean>`true`)
    .where(part.cursor)
    .select(['orders.id', 'orders.updated_at'])
    .orderBy(`orders.${query.sort}`, part.direction)
    .$if(query.sort !== 'id', (orders) => orders.orderBy('orders.id', part.direction))
    .limit(part.limit)
    .offset(part.offset)
    .execute()
}

/** Returns a function that counts orders by state and orders with a waiting photo, each up to `limit`. */
export function makeTabCount(states: readonly OrderStates[], limit: number) {
  const count = compileQuery((value: ValueSlots<{ today: CivilDate }>) => {
    const selectInState = (state: OrderStates) =>
      db.selectFrom('orders').where(matchesFilter({ ...state, status: undefined, today: value('today') }))
    const allOrders = selectInState({})
    return selectCounts([selectWaiting(), allOrders, ...states.map(selectInState)], limit)
  })
  return async (today: CivilDate) => {
    const countsRow = await count.first(db, { today })
    const [waiting = 0, all = 0, ...inStates] = Object.values(countsRow ?? {})
    return { waiting, all, inStates }
  }
}

/** Counts orders that match by number and by person in separate statements, because each uses a different index. */
async function countOrders(
  query: StaffOrderQuery,
  searchMatch: OrderMatch | undefined,
  limit: number | undefined,
): Promise<number> {
  const orders = db.selectFrom('orders').where(matchesFilter(query))
  if (!searchMatch) return countRows(orders, limit)
  const { ids, people } = searchMatch
  const ordersByPerson = db
    .selectFrom(selectPeopleIds(people))
    .innerJoin('orders', 'orders.profile_id', 'people.profileId')
    .where(matchesFilter(query))
  const ordersByNumber = orders
    .where('orders.id', 'in', nonEmptyIds(ids))
    .$if(!isEmptyMatch(people), (rows) =>
      rows.where(sql<boolean>`not ${matchesPeople(people, 'orders.profile_id')}`),
    )
  const [countByPerson, countByNumber] = await Promise.all([
    isEmptyMatch(people) ? 0 : countRows(ordersByPerson, limit),
    ids.length === 0 ? 0 : countRows(ordersByNumber, limit),
  ])
  return countByPerson + countByNumber
}

type OrderFilter = Pick<StaffOrderQuery, 'status' | 'payment' | 'goods' | 'condition'> & {
  today?: CivilDate | Expression<CivilDate> | undefined
}

function matchesFilter({ status, payment, goods, today = toCivilDate(new Date()), ...query }: OrderFilter) {
  return (eb: ExpressionBuilder<Database, 'orders'>) =>
    eb.and([
      ...(status === undefined ? [] : [eb('orders.status', '=', status)]),
      ...(payment === undefined ? [] : [isInPaymentState(payment)]),
      ...(goods === undefined ? [] : [hasGoodsState('orders', goods, today)]),
      ...(query.condition ? [query.condition] : []),
    ])
}

const ordersOfPage = compileQuery((value: ValueSlots<{ ids: readonly number[] }>) =>
  db
    .selectFrom('orders')
    .innerJoin('profiles', 'profiles.id', 'orders.profile_id')
    .where('orders.id', 'in', expandList(value('ids')))
    .select(['orders.id', 'orders.profile_id as profileId', 'date', 'status', 'reason', 'nfe', 'total'])
    .select('purchase_order as purchaseOrder')
    .select(['is_company as isCompany', 'name', 'company_name as companyName'])
    .select([feesOfOrder.as('fees'), ...paymentStateColumns]),
)

async function listRows(ids: number[], today: CivilDate = toCivilDate(new Date())) {
  if (ids.length === 0) return []
  const [rows, copies] = await Promise.all([
    ordersOfPage.rows(db, { ids }),
    readGoods({ orderIds: ids }, today),
  ])
  const rowById = new Map(
    rows.map(({ held, heldReturned, isDisputed, isCancelledPaid, ...row }) => [
      row.id,
      {
        ...row,
        ...toReceipts(row),
        returned: Number(row.returned),
        payment: toPaymentState({ ...row, held, heldReturned, isDisputed, isCancelledPaid }),
        goods: countGoods(copies.filter(({ orderId }) => orderId === row.id)),
      },
    ]),
  )
  return ids.flatMap((id) => rowById.get(id) ?? [])
}

export async function findStaffOrder(id: number) {
  const order = await findOrderRow(id)
  if (!order) return undefined
  const { billingId, shippingId, ...orderFields } = { ...order, returned: Number(order.returned) }
  const [lines, billing, shipping, isPhotoNeeded] = await Promise.all([
    listLines(id),
    findOrderAddress(billingId),
    findOrderAddress(shippingId),
    needsPhoto(db, id),
  ])
  const isPayable = orderFields.paidOn !== null || orderFields.boletoLine !== null
  const isRejected = orderFields.status === orderStatus.cancelled && Boolean(orderFields.reason)
  return { ...orderFields, lines, billing, shipping, needsPhoto: isPhotoNeeded, isPayable, isRejected }
}

function findOrderRow(id: number) {
  return db
    .selectFrom('orders')
    .innerJoin('profiles', 'profiles.id', 'orders.profile_id')
    .innerJoin('users', 'users.id', 'profiles.user_id')
    .leftJoin('boletos', 'boletos.current_of', 'orders.id')
    .where('orders.id', '=', id)
    .select([
      'orders.id',
      'status',
      'date',
      'reason',
      'note',
      'nfe',
      'orders.lock_version',
      'paid_on as paidOn',
      'purchase_order as purchaseOrder',
    ])
    .select(['total_publications as publicationsTotal', 'shipping_value as shippingValue', 'total'])
    .select([
      'shipping_type as shippingType',
      'shipping_days as shippingDays',
      'handling_days as handlingDays',
    ])
    .select([
      'terms_version as termsVersion',
      'orders.created_at as createdAt',
      'payer_name as payerName',
      'payer_document as payerDocument',
    ])
    .select(['line as boletoLine', 'due_date as boletoDue', 'pdf_file as boletoFile'])
    .select(['profiles.id as profileId', 'is_company as isCompany', 'profiles.name', 'phone', 'email'])
    .select('company_name as companyName')
    .select(['orders.billing_address_id as billingId', 'orders.shipping_address_id as shippingId'])
    .select(returnedOfOrder.as('returned'))
    .executeTakeFirst()
}

function listLines(orderId: number) {
  return db
    .selectFrom('order_lines')
    .leftJoin('subscriptions', 'subscriptions.order_line_id', 'order_lines.id')
    .where('order_lines.order_id', '=', orderId)
    .select(['order_lines.id', 'order_lines.publication_id as publicationId', 'name', 'version', 'value'])
    .select(unitAircraftSelection)
    .select(['photo', 'renews_subscription_id as renewsId'])
    .select((eb) => eb.fn.coalesce('renews_subscription_id', 'subscriptions.id').as('unitId'))
    .select(['suspended_at as suspendedAt', openWithdrawalOfLine.as('withdrawal')])
    .orderBy('order_lines.id')
    .limit(1000)
    .execute()
}

export async function findBoletoFile(orderId: number): Promise<string | undefined> {
  const boleto = await db
    .selectFrom('boletos')
    .select('pdf_file')
    .where('current_of', '=', orderId)
    .executeTakeFirst()
  return boleto?.pdf_file ?? undefined
}

/** Returns the subscriptions and renewals that end if the order or the given lines are no longer paid. */
export async function listEndingUnits(orderId: number, lineIds?: readonly number[]) {
  const wantedLineIds = lineIds && nonEmptyIds(lineIds)
  const [units, renewals] = await Promise.all([
    db
      .selectFrom('subscriptions')
      .innerJoin('order_lines', 'order_lines.id', 'order_line_id')
      .where('order_id', '=', orderId)
      .where('suspended_at', 'is', null)
      .$if(wantedLineIds !== undefined, (query) => query.where('order_lines.id', 'in', wantedLineIds ?? []))
      .select(['subscriptions.id', 'name', 'due'])
      .select(['airplane_registration as registration', 'airplane_serial_number as serialNumber'])
      .orderBy('subscriptions.id')
      .limit(1000)
      .execute(),
    db
      .selectFrom('renewals')
      .innerJoin('order_lines', 'order_lines.id', 'order_line_id')
      .where('order_id', '=', orderId)
      .where('applied_at', 'is not', null)
      .$if(wantedLineIds !== undefined, (query) => query.where('order_lines.id', 'in', wantedLineIds ?? []))
      .select(['subscription_id as id', 'name', 'due_before as due'])
      .select(['airplane_registration as registration', 'airplane_serial_number as serialNumber'])
      .orderBy('renewals.id')
      .limit(1000)
      .execute(),
  ])
  return { units, renewals }
}

export type OrderEdit = {
  note: string | null
  /** undefined if the form had no such field because the order was unpaid */
  nfe: string | null | undefined
  /** undefined if the form had no such field */
  purchaseOrder?: string | null | undefined
  /** version that the form was loaded with */
  lock_version: number
}

/** Saves the fields that staff edit. Returns 'nfe-locked' if the NF-e must not change. Throws StaleRecordError. */
export function saveStaffOrder(
  id: number,
  { note, nfe, purchaseOrder, lock_version }: OrderEdit,
  actor: Actor,
): Promise<'saved' | 'unknown-order' | 'nfe-locked'> {
  return withTransaction(async (trx) => {
    const before = await lockOrder(trx, id)
    if (!before) return 'unknown-order'
    const purchase_order = purchaseOrder === undefined ? before.purchase_order : purchaseOrder
    const after = { nfe: nfe === undefined ? before.nfe : nfe, purchase_order, note }
    if (after.nfe !== before.nfe && (await isNfeLocked(trx, before))) return 'nfe-locked'
    await raiseVersion(trx, 'orders', id, lock_version)
    await trx.updateTable('orders').set(after).where('id', '=', id).execute()
    if (after.nfe !== before.nfe) await stampShipmentsOfOrder(trx, id)
    const { actorUserId } = actor
    const previousFields = { nfe: before.nfe, purchase_order: before.purchase_order, note: before.note }
    await recordChange(trx, { entity: 'order', entityId: id, actorUserId, before: previousFields, after })
    return 'saved'
  })
}

async function isNfeLocked(trx: Trx, { id, status }: { id: number; status: number }): Promise<boolean> {
  return status !== orderStatus.confirmed || (await hasLiveInvoice(id, trx))
}
