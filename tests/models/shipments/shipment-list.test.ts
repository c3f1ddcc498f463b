import { expect, test } from 'vitest'
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

const query = { page: 1, search: '', status: undefined, sort: 'id', direction: 'descending' } as const
const findIds = async (search: string, status?: number) =>
  (await listShipments({ ...query, search, status })).rows.map((row) => row.id)

test('the list finds a shipment by number, order, client and tracking code', async () => {
  const [order, other] = [await makePaidOrder(), await makePaidOrder()]
  const [id, second] = [await makeShipment(order), await makeShipment(other)]
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
  expect(await findIds('')).toEqual([second, id])
  for (const search of [`#${id}`, 'asa 100%', '100 ltda', email.toUpperCase(), 'aa 1234', trackCode])
    expect(await findIds(search), search).toEqual([id])
  expect(await findIds(String(order.orderId))).toContain(id)
  expect(await findIds('asa 1000')).toEqual([])
  expect(await findIds('', 2)).toEqual([id])
  const { rows, count } = await listShipments({ ...query, sort: 'send_date' })
  expect(count).toBe(2)
  expect(rows[0]).toMatchObject({ id, orderIds: [order.orderId], client: { company_name: 'Asa 100% Ltda.' } })
})

test('finds a client by name, number and order', async () => {
  const order = await makePaidOrder()
  for (const search of ['Ana Inv', String(order.profileId), String(order.orderId)])
    expect((await findClients(search)).rows.map(({ id }) => id)).toContain(order.profileId)
  expect(await findClients('Ninguém')).toEqual({ rows: [], count: 0 })
})

test('rejects the second concurrent save, and the history has both values', async () => {
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
  const [sent] = await listHistoryForStaff('shipment', id)
  expect(sent?.changes).toContainEqual({ field: 'status', from: '1', to: '2' })
})

test('rejects a dispatch date before the shipment was created', async () => {
  const id = await makeShipment(await makePaidOrder())
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
  const third = await makePaidOrder()
  await db
    .updateTable('subscriptions')
    .set({ status: 4, status_before_expiry: 2, expired_on: '2026-11-10' })
    .where('order_line_id', '=', third.lineIds[0] ?? 0)
    .execute()
  const { shipments } = await listProposedShipments()
  const ownShipments = shipments.filter(({ orders }) =>
    orders.some(({ id }) => [order.orderId, third.orderId].includes(id)),
  )
  expect(ownShipments.map(({ orders }) => orders.map(({ id }) => id))).toEqual([
    [order.orderId, otherOrder.orderId],
    [third.orderId],
  ])
  const waitingThird = ownShipments[1]?.lines.map(({ id, unit }) => [id, unit])
  expect(waitingThird).toContainEqual([third.lineIds[0], 2 + 2])
})

test('creates many shipments in one request, and continues after a rejected one', async () => {
  const [order, taken, typeless] = [await makePaidOrder(), await makePaidOrder(), await makePaidOrder()]
  await makeShipment(taken)
  const author = { ownerUserId: await makeStaff(), today: '2026-11-20' }
  const wishes = [
    { profileId: order.profileId, lineIds: order.lineIds, type: 'PAC' as const },
    { profileId: taken.profileId, lineIds: taken.lineIds, type: 'PAC' as const },
    { profileId: typeless.profileId, lineIds: typeless.lineIds, type: null },
    { profileId: (await makeCustomer()).profileId, lineIds: typeless.lineIds, type: 'PAC' as const },
  ]
  const { made, refused } = await createShipments(wishes, author, byStaff)
  expect(made).toHaveLength(1)
  expect(refused.map(({ reason }) => reason)).toEqual(['nothing-to-send', 'type-missing', 'nothing-to-send'])
  const secondShipments = await createShipments(wishes.slice(0, 1), author, byStaff)
  expect(secondShipments).toMatchObject({ made: [], refused: [{ reason: 'nothing-to-send' }] })
})

test('excludes suspended and withdrawn copies from the waiting list', async () => {
  const [suspended, returned, order] = [await makePaidOrder(), await makePaidOrder(), await makePaidOrder()]
  await db
    .updateTable('subscriptions')
    .set({ suspended_at: new Date() })
    .where('order_line_id', 'in', suspended.lineIds)
    .execute()
  const { orderId, profileId, lineIds } = returned
  const today = '2026-11-03'
  await requestWithdrawal({ orderId, profileId, lineIds, reason: null, refundTo: null }, byStaff, today)
  const { shipments, hasMore } = await listProposedShipments(order.lineIds.length)
  expect(shipments.map((shipment) => shipment.lines.map(({ id }) => id))).toEqual([order.lineIds])
  expect(hasMore).toBe(false)
  expect((await listProposedShipments(order.lineIds.length - 1)).hasMore).toBe(true)
})
