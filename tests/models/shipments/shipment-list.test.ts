import { expect, test } from 'vitest'
import { shipmentStatus } from '#app/domain/shipments/shipment.ts'
import { subscriptionStatus } from '#app/domain/subscriptions/subscription.ts'
import { indexPeople } from '#app/models/accounts/person-words.server.ts'
import { requestWithdrawal } from '#app/models/orders/withdrawal.server.ts'
import { db, withTransaction } from '#app/models/platform/db.server.ts'
import { listHistoryForStaff } from '#app/models/platform/history.server.ts'
import { StaleRecordError } from '#app/models/platform/optimistic-lock.server.ts'
import { updateShipment } from '#app/models/shipments/shipment.server.ts'
import { findClients } from '#app/models/shipments/shipment-client.server.ts'
import { listShipments } from '#app/models/shipments/shipment-list.server.ts'
import { markSent } from '#app/models/shipments/shipment-status.server.ts'
import { createShipments, listProposedShipments } from '#app/models/shipments/shipment-waiting.server.ts'
import { byStaff } from '#tests/factories/actors.ts'
import { makeCustomer } from '#tests/factories/people.ts'
import { makePaidOrder, makeShipment, makeStaff, trackCode } from '#tests/factories/shipments.ts'

const listQuery = { page: 1, search: '', status: undefined, sort: 'id', direction: 'descending' } as const
const findIds = async (search: string, status?: number) =>
  (await listShipments({ ...listQuery, search, status })).rows.map((row) => row.id)

test('the list finds a shipment by number, order, client and tracking code', async () => {
  const [order, otherOrder] = [await makePaidOrder(), await makePaidOrder()]
  const [id, otherId] = [await makeShipment(order), await makeShipment(otherOrder)]
  await markSent(id, { date: '2026-11-05', trackCode }, byStaff)
  await db
    .updateTable('profiles')
    .set({ is_company: true, company_name: 'Asa 100% Ltda.' })
    .where('id', '=', order.profileId)
    .execute()
  await withTransaction((trx) => indexPeople(trx, [order.profileId]))
  const { email } = await db
    .selectFrom('users')
    .select('email')
    .where('id', '=', order.userId)
    .executeTakeFirstOrThrow()
  expect(await findIds('')).toEqual([otherId, id])
  for (const search of [`#${id}`, 'asa 100%', '100 ltda', email.toUpperCase(), 'aa 1234', trackCode])
    expect(await findIds(search), search).toEqual([id])
  expect(await findIds(String(order.orderId))).toContain(id)
  expect(await findIds('asa 1000')).toEqual([])
  expect(await findIds('', shipmentStatus.sent)).toEqual([id])
  const { rows, count } = await listShipments({ ...listQuery, sort: 'send_date' })
  expect(count).toBe(2)
  expect(rows[0]).toMatchObject({ id, orderIds: [order.orderId], client: { company_name: 'Asa 100% Ltda.' } })
})

test('finds a client by name, number and order', async () => {
  const order = await makePaidOrder()
  for (const search of ['Ana Inv', String(order.profileId), String(order.orderId)])
    expect((await findClients(search)).rows.map(({ id }) => id)).toContain(order.profileId)
  expect(await findClients('Ninguém')).toEqual({ rows: [], count: 0 })
})

test('rejects a save of an outdated shipment, and the history has the old and new values', async () => {
  const id = await makeShipment(await makePaidOrder())
  expect(await updateShipment(id, { note: 'Frágil', value: 30_00 }, byStaff, 0)).toBe(true)
  await expect(updateShipment(id, { note: 'Outra' }, byStaff, 0)).rejects.toThrow(StaleRecordError)
  expect((await listHistoryForStaff('shipment', id))[0]).toMatchObject({
    action: 'changed',
    changes: [
      { field: 'value', from: '2250', to: '3000' },
      { field: 'note', from: null, to: 'Frágil' },
    ],
  })
  await markSent(id, { date: '2026-11-05', trackCode }, byStaff)
  await expect(updateShipment(id, { note: 'Outra' }, byStaff, 1)).rejects.toThrow(StaleRecordError)
  const [sentEntry] = await listHistoryForStaff('shipment', id)
  expect(sentEntry?.changes).toContainEqual({
    field: 'status',
    from: String(shipmentStatus.underWay),
    to: String(shipmentStatus.sent),
  })
})

test('rejects a dispatch date before the shipment was created', async () => {
  const id = await makeShipment(await makePaidOrder())
  // makeShipment dates the shipment 2026-11-04.
  expect(await markSent(id, { date: '2026-11-03', trackCode }, byStaff)).toBe('date-wrong')
})

test('groups waiting copies, including expired ones, by client and address', async () => {
  const order = await makePaidOrder()
  const otherOrder = await makePaidOrder()
  await db
    .updateTable('orders')
    .set({ profile_id: order.profileId })
    .where('id', '=', otherOrder.orderId)
    .execute()
  const expiredOrder = await makePaidOrder()
  await db
    .updateTable('subscriptions')
    .set({
      status: subscriptionStatus.expired,
      status_before_expiry: subscriptionStatus.awaitingDispatch,
      expired_on: '2026-11-10',
    })
    .where('order_line_id', '=', expiredOrder.lineIds[0] ?? 0)
    .execute()
  const { shipments } = await listProposedShipments()
  const ownShipments = shipments.filter(({ orders }) =>
    orders.some(({ id }) => [order.orderId, expiredOrder.orderId].includes(id)),
  )
  expect(ownShipments.map(({ orders }) => orders.map(({ id }) => id))).toEqual([
    [order.orderId, otherOrder.orderId],
    [expiredOrder.orderId],
  ])
  const expiredLines = ownShipments[1]?.lines.map(({ id, unit }) => [id, unit])
  expect(expiredLines).toContainEqual([expiredOrder.lineIds[0], subscriptionStatus.expired])
})

test('creates the valid ones of several requested shipments, and returns a reason for each other one', async () => {
  const [order, shippedOrder, orderWithoutType] = [
    await makePaidOrder(),
    await makePaidOrder(),
    await makePaidOrder(),
  ]
  await makeShipment(shippedOrder)
  const author = { ownerUserId: await makeStaff(), today: '2026-11-20' }
  const requestedShipments = [
    { profileId: order.profileId, lineIds: order.lineIds, type: 'PAC' as const },
    { profileId: shippedOrder.profileId, lineIds: shippedOrder.lineIds, type: 'PAC' as const },
    { profileId: orderWithoutType.profileId, lineIds: orderWithoutType.lineIds, type: null },
    { profileId: (await makeCustomer()).profileId, lineIds: orderWithoutType.lineIds, type: 'PAC' as const },
  ]
  const { made, refused } = await createShipments(requestedShipments, author, byStaff)
  expect(made).toHaveLength(1)
  expect(refused.map(({ reason }) => reason)).toEqual(['nothing-to-send', 'type-missing', 'nothing-to-send'])
  const secondResult = await createShipments(requestedShipments.slice(0, 1), author, byStaff)
  expect(secondResult).toMatchObject({ made: [], refused: [{ reason: 'nothing-to-send' }] })
})

test('the waiting list excludes suspended and withdrawn copies and reports whether more copies wait', async () => {
  const [suspendedOrder, withdrawnOrder, order] = [
    await makePaidOrder(),
    await makePaidOrder(),
    await makePaidOrder(),
  ]
  await db
    .updateTable('subscriptions')
    .set({ suspended_at: new Date() })
    .where('order_line_id', 'in', suspendedOrder.lineIds)
    .execute()
  const { orderId, profileId, lineIds } = withdrawnOrder
  const today = '2026-11-03'
  await requestWithdrawal({ orderId, profileId, lineIds, reason: null, refundTo: null }, byStaff, today)
  const { shipments, hasMore } = await listProposedShipments(order.lineIds.length)
  expect(shipments.map((shipment) => shipment.lines.map(({ id }) => id))).toEqual([order.lineIds])
  expect(hasMore).toBe(false)
  expect((await listProposedShipments(order.lineIds.length - 1)).hasMore).toBe(true)
})
