import { getOldestPayableDueDate } from '#app/domain/charges/boleto-state.ts'
import { orderStatus } from '#app/domain/orders/order-status.ts'
import type { CivilDate } from '#app/domain/platform/calendar.ts'
import { shipmentStatus } from '#app/domain/shipments/shipment.ts'
import { readPaymentStates } from '#app/models/charges/payment-state.server.ts'
import { isUnreversedRefund } from '#app/models/charges/returned-money.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { listShipmentsOfOrders } from '#app/models/shipments/shipment.server.ts'
import { countGoods, readGoods } from '#app/models/subscriptions/goods-state.server.ts'

/** Maximum number of records per kind on the page. The lists contain all records. */
export const maxRecordsPerKind = 10

/** Returns a client's newest records of each kind and the total number of each kind. */
export async function findClientRecords(profileId: number, today: CivilDate) {
  const [orders, units, shipments, payments, mails] = await Promise.all([
    listOrders(profileId, today),
    listUnits(profileId, today),
    listShipments(profileId),
    listPayments(profileId),
    listMails(profileId),
  ])
  return { orders, units, shipments, payments, mails }
}

async function loadWithCount<Row>(rows: Promise<Row[]>, count: Promise<{ count: number }>) {
  const [loadedRows, total] = await Promise.all([rows, count])
  return { rows: loadedRows, count: Number(total.count) }
}

async function listOrders(profileId: number, today: CivilDate) {
  const orders = db.selectFrom('orders').where('profile_id', '=', profileId)
  const { rows, count } = await loadWithCount(
    orders
      .select(['id', 'date', 'status', 'reason', 'total', 'nfe', 'note'])
      .orderBy('id', 'desc')
      .limit(maxRecordsPerKind)
      .execute(),
    orders.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
  )
  const ids = rows.map(({ id }) => id)
  const [shipments, payments, copies] = await Promise.all([
    listShipmentsOfOrders(ids),
    readPaymentStates(ids),
    readGoods({ orderIds: ids }, today),
  ])
  const rowsWithStates = rows.map((row) => ({
    ...row,
    codes: listCurrentTrackCodes(shipments.filter(({ orderId }) => orderId === row.id)),
    payment: payments.get(row.id) ?? null,
    goods: countGoods(copies.filter(({ orderId }) => orderId === row.id)),
  }))
  return { rows: rowsWithStates, count }
}

type TrackedShipment = { status: number; trackCode: string | null }

/** Returns tracking codes of shipments in transit, or else of delivered shipments. Omits returned shipments. */
function listCurrentTrackCodes(shipments: readonly TrackedShipment[]): string[] {
  const listCodes = (status: number) => {
    const shipmentsInStatus = shipments.filter((shipment) => shipment.status === status)
    return shipmentsInStatus.flatMap(({ trackCode }) => trackCode ?? [])
  }
  const sentCodes = listCodes(shipmentStatus.sent)
  return sentCodes.length > 0 ? sentCodes : listCodes(shipmentStatus.delivered)
}

async function listUnits(profileId: number, today: CivilDate) {
  const units = db.selectFrom('subscriptions').where('subscriptions.profile_id', '=', profileId)
  const { rows, count } = await loadWithCount(
    units
      .innerJoin('order_lines', 'order_lines.id', 'subscriptions.order_line_id')
      .select(['subscriptions.id', 'order_lines.name'])
      .select(['airplane_registration as registration', 'airplane_serial_number as serialNumber'])
      .select(['subscriptions.status', 'due', 'notes as note'])
      .orderBy('subscriptions.id', 'desc')
      .limit(maxRecordsPerKind)
      .execute(),
    units.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
  )
  const copies = await readGoods({ unitIds: rows.map(({ id }) => id) }, today)
  const stateByUnit = new Map(copies.map(({ unitId, state }) => [unitId, state]))
  const rowsWithGoods = rows.map((row) => ({ ...row, goods: stateByUnit.get(row.id) ?? null }))
  return { rows: rowsWithGoods, count }
}

function listShipments(profileId: number) {
  const shipments = db.selectFrom('shipments').where('profile_id', '=', profileId)
  return loadWithCount(
    shipments
      .select(['id', 'type', 'status', 'cancelled_at', 'track_code as code', 'note'])
      .select(['creation_date', 'send_date', 'complete_date', 'return_date'])
      .orderBy('id', 'desc')
      .limit(maxRecordsPerKind)
      .execute(),
    shipments.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
  )
}

function listPayments(profileId: number) {
  const payments = db
    .selectFrom('payments')
    .innerJoin('orders', 'orders.id', 'payments.order_id')
    .where('orders.profile_id', '=', profileId)
  return loadWithCount(
    payments
      .select(['payments.id', 'source', 'payments.order_id as orderId', 'value', 'is_late as isLate'])
      .select(['payments.paid_on as paidOn', 'problem', 'resolution', 'resolved_at as resolvedAt'])
      .orderBy('payments.id', 'desc')
      .limit(maxRecordsPerKind)
      .execute(),
    payments.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
  )
}

/** Returns the account's mails, including mails to previous addresses. */
function listMails(profileId: number) {
  const mails = db
    .selectFrom('mails')
    .innerJoin('profiles', 'profiles.user_id', 'mails.user_id')
    .where('profiles.id', '=', profileId)
  return loadWithCount(
    mails
      .select(['mails.id', 'subject', 'to_address as to', 'state', 'mails.created_at as at'])
      .orderBy('mails.id', 'desc')
      .limit(maxRecordsPerKind)
      .execute(),
    mails.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
  )
}

/**
 * Returns the sum in centavos and the number of the open, overdue and paid orders and of the refunds.
 * `undecidedCount` counts payments that wait for staff.
 */
export async function sumClientMoney(profileId: number, today: CivilDate) {
  const orders = db.selectFrom('orders').where('profile_id', '=', profileId)
  const [sumsByStatus, overdue, refunds, undecided] = await Promise.all([
    orders
      .where('status', 'in', [orderStatus.pendingPayment, orderStatus.confirmed])
      .groupBy('status')
      .select((eb) => ['status', eb.fn.sum<string>('total').as('sum'), eb.fn.countAll<number>().as('count')])
      .execute(),
    orders
      .innerJoin('boletos', 'boletos.current_of', 'orders.id')
      .where('orders.status', '=', orderStatus.pendingPayment)
      .where('due_date', '<', getOldestPayableDueDate(today))
      .select((eb) => [eb.fn.sum<string | null>('orders.total').as('sum')])
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow(),
    orders
      .innerJoin('refunds', 'refunds.order_id', 'orders.id')
      .where(isUnreversedRefund)
      .select((eb) => [eb.fn.sum<string | null>('refunds.value').as('sum')])
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow(),
    orders
      .innerJoin('payments', 'payments.order_id', 'orders.id')
      .where('problem', 'is not', null)
      .where('resolved_at', 'is', null)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow(),
  ])
  const sumStatus = (status: number) => toSum(sumsByStatus.find((row) => row.status === status))
  return {
    open: sumStatus(orderStatus.pendingPayment),
    overdue: toSum(overdue),
    paid: sumStatus(orderStatus.confirmed),
    refunded: toSum(refunds),
    undecidedCount: Number(undecided.count),
  }
}

function toSum(row: { sum: string | null; count: number } | undefined) {
  return { sum: Number(row?.sum ?? 0), count: Number(row?.count ?? 0) }
}
