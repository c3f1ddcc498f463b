import { expect, test } from 'vitest'
import { goodsStates } from '#app/domain/orders/goods-state.ts'
import { orderStatus } from '#app/domain/orders/order-status.ts'
import { paymentStates } from '#app/domain/orders/payment-state.ts'
import { shipmentStatus } from '#app/domain/shipments/shipment.ts'
import { subscriptionStatus } from '#app/domain/subscriptions/subscription.ts'
import { listUsers } from '#app/models/accounts/user-list.server.ts'
import {
  isClientInStates,
  isUnitInPaymentState,
  readClientStates,
} from '#app/models/backoffice/client-states.server.ts'
import { paymentStateOfOrder, readPaymentStates } from '#app/models/charges/payment-state.server.ts'
import { listStaffOrders } from '#app/models/orders/staff-order.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { readGoods } from '#app/models/subscriptions/goods-state.server.ts'
import { listSubscriptionsForStaff } from '#app/models/subscriptions/staff-subscription-list.server.ts'
import { makePaidOrder, makeStaff, type PaidOrder } from '#tests/factories/shipments.ts'

const today = '2026-11-26'
const newestFirst = { search: '', status: undefined, sort: 'id', direction: 'descending', page: 1 } as const
const rowsPerPage = 500

const { pendingPayment, confirmed, cancelled, underReview } = orderStatus
const { downloadReleased, awaitingDispatch, sent, expired, active } = subscriptionStatus

/** Returns a repeatable sequence of choices (mulberry32). */
function makeChooser(seed: number) {
  let state = seed
  const getNext = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return <Value>(...values: [Value, ...Value[]]): Value =>
    values[Math.floor(getNext() * values.length)] ?? values[0]
}

type Chooser = ReturnType<typeof makeChooser>

async function randomizePayment(orderId: number, index: number, choose: Chooser) {
  const { total, ...partialSums } = await db
    .selectFrom('orders')
    .select(['total', 'total_publications', 'shipping_value'])
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  const freeSums = { total: 0, total_publications: 0, shipping_value: 0 }
  const sums = choose(false, false, false, true) ? freeSums : { total, ...partialSums }
  await db
    .updateTable('orders')
    .set({
      status: choose(pendingPayment, confirmed, confirmed, cancelled, underReview),
      paid_on: choose('2026-11-02', null),
      ...sums,
    })
    .where('id', '=', orderId)
    .execute()
  if (choose(true, false))
    await db
      .insertInto('history')
      .values({
        entity: 'order',
        entity_id: orderId,
        action: 'cancelled',
        actor_user_id: null,
        details: JSON.stringify({ from: choose(pendingPayment, confirmed, underReview) }),
      })
      .execute()
  const count = choose(0, 0, 1, 1, 2)
  for (let paymentIndex = 0; paymentIndex < count; paymentIndex++) {
    const value = choose(total, total, Math.floor(total / 2), total + 1)
    const problem = choose(null, null, null, 'amount-differs', 'rejected-order', 'double')
    const resolution = problem === null ? null : choose(null, 'accepted', 'refunded')
    const paymentId = await insertPayment(`${index}/${paymentIndex}`, { orderId, value, problem, resolution })
    if (choose(true, false))
      await insertRefund(`${index}/${paymentIndex}`, { orderId, paymentId, value: choose(value, 1) })
    if (choose(true, false, false, false))
      await insertPayment(`${index}/${paymentIndex}/back`, {
        ...{ orderId, value: choose(value, 1), problem: 'reversed', reverses: paymentId },
        ...{
          reversal: choose('chargeback', 'refund'),
          resolution: choose(null, 'upheld', 'dismissed', 'refunded'),
        },
      })
  }
  if (choose(true, false, false))
    await insertRefund(`${index}`, { orderId, paymentId: null, value: choose(total, 1) })
}

type GeneratedPayment = {
  orderId: number
  value: number
  problem: 'amount-differs' | 'rejected-order' | 'double' | 'reversed' | null
  resolution: 'accepted' | 'refunded' | 'upheld' | 'dismissed' | null
  reversal?: 'chargeback' | 'refund'
  reverses?: number
}

async function insertPayment(key: string, { orderId, value, reverses, reversal, ...data }: GeneratedPayment) {
  const { insertId } = await db
    .insertInto('payments')
    .values({
      event_key: `bank/${key}`,
      source: 'bank-file',
      order_id: orderId,
      value,
      paid_on: '2026-11-03',
      ...{ reverses_id: reverses ?? null, reversal: reversal ?? null },
      ...{ resolved_at: data.resolution ? new Date() : null, ...data },
    })
    .executeTakeFirstOrThrow()
  return Number(insertId)
}

async function insertRefund(
  token: string,
  { orderId, paymentId, value }: { orderId: number; paymentId: number | null; value: number },
) {
  await db
    .insertInto('refunds')
    .values({
      ...{ order_id: orderId, payment_id: paymentId, value, refunded_on: '2026-11-04' },
      ...{ document: 'TED', note: null, created_by: 1, token },
    })
    .execute()
}

async function randomizeShipments(
  { orderId, profileId, lineIds }: PaidOrder,
  staffId: number,
  choose: Chooser,
) {
  for (const lineId of lineIds) {
    await db
      .updateTable('order_lines')
      .set({ is_download: choose(false, false, false, true), is_sent_immediately: choose(true, false) })
      .where('id', '=', lineId)
      .execute()
    await db
      .updateTable('subscriptions')
      .set({
        ...{
          status: choose(downloadReleased, awaitingDispatch, awaitingDispatch, sent, expired, active),
          sent_on: choose(null, null, '2026-11-05'),
        },
        suspended_at: choose(null, null, null, new Date('2026-11-06T12:00:00Z')),
      })
      .where('order_line_id', '=', lineId)
      .execute()
    if (choose(true, false, false, false, false))
      await db.deleteFrom('subscriptions').where('order_line_id', '=', lineId).execute()
    let isHeld = false
    for (let boxes = choose(0, 1, 1, 2); boxes > 0; boxes--) {
      const status = choose(
        shipmentStatus.underWay,
        shipmentStatus.sent,
        shipmentStatus.delivered,
        shipmentStatus.returned,
      )
      const isCancelled = status === shipmentStatus.underWay && choose(true, false)
      // At most one shipment holds a line.
      const holds: 1 | null =
        isHeld || isCancelled || status === shipmentStatus.returned || choose(false, false, true) ? null : 1
      isHeld ||= holds === 1
      await insertShipment({ orderId, profileId, lineId, staffId, status, isCancelled, holds })
    }
    if (choose(true, false, false, false)) await insertWithdrawal(orderId, lineId, choose(null, 'accepted'))
  }
}

type GeneratedShipment = Record<'orderId' | 'profileId' | 'lineId' | 'staffId' | 'status', number> & {
  isCancelled: boolean
  holds: 1 | null
}

async function insertShipment({
  orderId,
  profileId,
  lineId,
  staffId,
  status,
  isCancelled,
  holds,
}: GeneratedShipment) {
  const { insertId } = await db
    .insertInto('shipments')
    .values({
      ...{ profile_id: profileId, owner_user_id: staffId, type: 'PAC', status, creation_date: '2026-11-04' },
      send_date: status === shipmentStatus.underWay ? null : '2026-11-05',
      complete_date: status === shipmentStatus.delivered ? '2026-11-09' : null,
      return_date: status === shipmentStatus.returned ? '2026-11-09' : null,
      cancelled_at: isCancelled ? new Date() : null,
    })
    .executeTakeFirstOrThrow()
  const shipment_id = Number(insertId)
  await db.insertInto('shipment_orders').values({ shipment_id, order_id: orderId }).execute()
  await db.insertInto('shipment_lines').values({ shipment_id, order_line_id: lineId, holds }).execute()
}

async function insertWithdrawal(orderId: number, lineId: number, outcome: 'accepted' | null) {
  const openRequest = await db
    .selectFrom('withdrawal_requests')
    .select('id')
    .where('order_id', '=', orderId)
    .where('is_open', '=', 1)
    .executeTakeFirst()
  if (openRequest && outcome === null) return
  const { insertId } = await db
    .insertInto('withdrawal_requests')
    .values({
      order_id: orderId,
      is_open: outcome === null ? 1 : null,
      outcome,
      reason: null,
      refund_to: null,
    })
    .executeTakeFirstOrThrow()
  await db
    .insertInto('withdrawal_lines')
    .values({ order_line_id: lineId, request_id: Number(insertId) })
    .execute()
}

const countStates = (states: readonly unknown[]) =>
  Object.fromEntries(
    [...new Set(states)].map((state) => [state, states.filter((value) => value === state).length]),
  )

test('function, column and filter agree on the payment state of generated orders', {
  meta: { slow: 'makes 100 orders' },
}, async () => {
  const seedWithEveryState = 36
  const choose = makeChooser(seedWithEveryState)
  const orders: PaidOrder[] = []
  for (let index = 0; index < 100; index++) {
    const order = await makePaidOrder()
    await randomizePayment(order.orderId, index, choose)
    orders.push(order)
  }
  const ids = orders.map(({ orderId }) => orderId)
  const statesByFunction = await readPaymentStates(ids)
  const rows = await db
    .selectFrom('orders')
    .select(['id', paymentStateOfOrder.as('state')])
    .where('id', 'in', ids)
    .execute()
  expect(new Map(rows.map(({ id, state }) => [id, state]))).toEqual(new Map([...statesByFunction].toSorted()))
  expect(Object.keys(countStates([...statesByFunction.values()])).toSorted()).toEqual(
    [...paymentStates, 'null'].toSorted(),
  )
  for (const payment of paymentStates) {
    const expectedOrderIds = ids
      .filter((id) => statesByFunction.get(id) === payment)
      .toSorted((a, b) => b - a)
    const listedOrders = await listStaffOrders({ ...newestFirst, payment }, 1, rowsPerPage)
    expect
      .soft([listedOrders.rows.map(({ id }) => id), listedOrders.count], payment)
      .toEqual([expectedOrderIds, expectedOrderIds.length])
    const units = await listSubscriptionsForStaff({
      ...{ ...newestFirst, today, perPage: rowsPerPage },
      condition: isUnitInPaymentState(payment),
    })
    expect.soft([...new Set(units.rows.map(({ orderId }) => orderId))], payment).toEqual(expectedOrderIds)
    const clients = await listUsers(
      { ...newestFirst, condition: isClientInStates({ payment }, today) },
      rowsPerPage,
    )
    const expectedProfileIds = orders
      .filter(({ orderId }) => expectedOrderIds.includes(orderId))
      .map(({ profileId }) => profileId)
    expect
      .soft(
        clients.rows.map(({ id }) => id),
        payment,
      )
      .toEqual(expectedProfileIds.toSorted((a, b) => b - a))
    const states = await readClientStates(expectedProfileIds, today)
    for (const id of expectedProfileIds)
      expect(states.get(id)?.payments).toEqual([{ state: payment, count: 1 }])
  }
})

test('function, column and filter agree on the goods state of generated copies', {
  meta: { slow: 'makes 45 orders' },
}, async () => {
  const seedWithEveryState = 195
  const copiesPerOrder = 3
  const choose = makeChooser(seedWithEveryState)
  const staffId = await makeStaff()
  const orders: PaidOrder[] = []
  for (let index = 0; index < 45; index++) {
    const order = await makePaidOrder()
    await randomizeShipments(order, staffId, choose)
    await db
      .updateTable('orders')
      .set({ status: choose(confirmed, confirmed, confirmed, cancelled) })
      .where('id', '=', order.orderId)
      .execute()
    orders.push(order)
  }
  const copies = await readGoods({ orderIds: orders.map(({ orderId }) => orderId) }, today)
  expect(copies).toHaveLength(orders.length * copiesPerOrder)
  expect(Object.keys(countStates(copies.map(({ state }) => state))).toSorted()).toEqual(
    [...goodsStates, 'null'].toSorted(),
  )
  for (const goods of goodsStates) {
    const copiesInState = copies.filter(({ state }) => state === goods)
    const expectedOrderIds = [...new Set(copiesInState.map(({ orderId }) => orderId))].toSorted(
      (a, b) => b - a,
    )
    const listedOrders = await listStaffOrders({ ...newestFirst, goods, today }, 1, rowsPerPage)
    expect
      .soft(
        listedOrders.rows.map(({ id }) => id),
        goods,
      )
      .toEqual(expectedOrderIds)
    const units = await listSubscriptionsForStaff({ ...newestFirst, today, goods, perPage: rowsPerPage })
    const unitIds = copiesInState.flatMap(({ unitId }) => unitId ?? []).toSorted((a, b) => b - a)
    expect
      .soft(
        units.rows.map((row) => [row.id, row.goods]),
        goods,
      )
      .toEqual(unitIds.map((id) => [id, goods]))
    const expectedOrders = orders.filter(({ orderId }) => expectedOrderIds.includes(orderId))
    const states = await readClientStates(
      expectedOrders.map(({ profileId }) => profileId),
      today,
    )
    for (const { orderId, profileId } of expectedOrders) {
      const count = copiesInState.filter((copy) => copy.orderId === orderId).length
      expect(states.get(profileId)?.goods).toContainEqual({ state: goods, count })
    }
  }
})
