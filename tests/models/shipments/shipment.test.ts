import { expect, test } from 'vitest'
import { orderStatus } from '#app/domain/orders/order-status.ts'
import { shipmentStatus } from '#app/domain/shipments/shipment.ts'
import { subscriptionStatus } from '#app/domain/subscriptions/subscription.ts'
import { reopenOrder } from '#app/models/orders/order-status.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { listHistory } from '#app/models/platform/history.server.ts'
import {
  findShipment,
  findShipmentOfSubscription,
  listShipmentsOfOrders,
  updateShipment,
} from '#app/models/shipments/shipment.server.ts'
import { listSelectableOrders } from '#app/models/shipments/shipment-contents.server.ts'
import { markDelivered, markReturned, markSent } from '#app/models/shipments/shipment-status.server.ts'
import { byStaff } from '#tests/factories/actors.ts'
import { getProfileId, makeOrder } from '#tests/factories/orders.ts'
import { makeCustomer } from '#tests/factories/people.ts'
import { makeDownload } from '#tests/factories/publications.ts'
import {
  makeDirectShipment,
  makePaidOrder,
  makeShipment,
  makeStaff,
  otherTrackCode,
  trackCode,
} from '#tests/factories/shipments.ts'

const unknownId = 4_000_000
const listSelectableLines = async (profileId: number) =>
  (await listSelectableOrders(profileId)).map((order) => [order.id, order.lines.map((line) => line.id)])

test('offers paid printed copies until a shipment contains them, even in parts', async () => {
  const order = await makePaidOrder()
  const [firstLine = 0, ...otherLines] = order.lineIds
  expect(await listSelectableLines(order.profileId)).toEqual([[order.orderId, order.lineIds]])
  const id = await makeShipment(order, { contents: { orderIds: [order.orderId], lineIds: [firstLine] } })
  expect(await listSelectableLines(order.profileId)).toEqual([[order.orderId, otherLines]])
  await makeShipment(order)
  expect(await listSelectableLines(order.profileId)).toEqual([])
  expect(await findShipment(id)).toMatchObject({
    status: shipmentStatus.underWay,
    profile_id: order.profileId,
    orderIds: [order.orderId],
    lines: [{ id: firstLine, name: 'Manual da Hélice', registration: null }],
    creation_date: '2026-11-04',
  })
  expect(await listHistory('shipment', id)).toMatchObject([{ action: 'created' }])
})

test('offers no downloads and no unpaid orders, and ships no order of another client', async () => {
  const { orderId, userId } = await makeOrder({ [await makeDownload()]: 1 })
  await db.updateTable('orders').set({ status: orderStatus.confirmed }).where('id', '=', orderId).execute()
  expect(await listSelectableLines(await getProfileId(userId))).toEqual([])
  const order = await makePaidOrder()
  await reopenOrder(order.orderId, byStaff)
  expect(await listSelectableLines(order.profileId)).toEqual([])
  await expect(makeShipment(order)).rejects.toThrow('nothing-to-send')
  const stranger = await makeCustomer()
  await expect(makeShipment(await makePaidOrder(), stranger)).rejects.toThrow('nothing-to-send')
})

test('creates only one of ten concurrent shipments of the same copies', async () => {
  const order = await makePaidOrder()
  const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => makeShipment(order)))
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const reasons = outcomes.flatMap((outcome) =>
    outcome.status === 'rejected' ? [outcome.reason.message] : [],
  )
  expect(reasons.every((reason) => ['line-taken', 'nothing-to-send'].includes(reason))).toBe(true)
  expect(await db.selectFrom('shipments').select('id').execute()).toHaveLength(1)
  // The three copies of the order.
  expect(await db.selectFrom('shipment_lines').select('holds').execute()).toHaveLength(3)
})

test('offers returned copies again, and of delivered copies only those that wait for a new revision', async () => {
  const order = await makePaidOrder()
  const returnedShipment = await makeShipment(order)
  await markSent(returnedShipment, { date: '2026-11-05', trackCode }, byStaff)
  await markReturned(returnedShipment, '2026-11-12', byStaff)
  expect(await listSelectableLines(order.profileId)).toEqual([[order.orderId, order.lineIds]])
  const deliveredShipment = await makeShipment(order)
  await markSent(deliveredShipment, { date: '2026-11-14', trackCode: otherTrackCode }, byStaff)
  await markDelivered(deliveredShipment, '2026-11-18', byStaff)
  expect(await listSelectableLines(order.profileId)).toEqual([])
  await db
    .updateTable('subscriptions')
    .set({ status: subscriptionStatus.awaitingDispatch })
    .where('due', 'is not', null)
    .execute()
  const linesWithNewRevision = order.lineIds.slice(2)
  expect(await listSelectableLines(order.profileId)).toEqual([[order.orderId, linesWithNewRevision]])
  const revisionShipment = await makeShipment(order)
  expect((await findShipment(revisionShipment))?.lines.map((line) => line.id)).toEqual(linesWithNewRevision)
})

test('the value is the quoted freight, once per order, until staff set it', async () => {
  const order = await makePaidOrder()
  const [firstLine = 0] = order.lineIds
  const findValue = async (id: number) => (await findShipment(id))?.value
  const firstShipment = await makeShipment(order, {
    contents: { orderIds: [order.orderId], lineIds: [firstLine] },
  })
  const otherShipment = await makeShipment(order)
  expect([await findValue(firstShipment), await findValue(otherShipment)]).toEqual([22_50, 0])
  const contents = { orderIds: [order.orderId], lineIds: [firstLine] }
  await updateShipment(firstShipment, { contents }, byStaff)
  expect([await findValue(firstShipment), await findValue(otherShipment)]).toEqual([22_50, 0])
  await updateShipment(firstShipment, { value: 18_00, note: 'Frágil' }, byStaff)
  await updateShipment(firstShipment, { contents: { orderIds: [order.orderId] } }, byStaff)
  expect(await findShipment(firstShipment)).toMatchObject({
    value: 18_00,
    note: 'Frágil',
    value_is_touched: true,
  })
  const freeShipment = await makeShipment(await makePaidOrder(), { value: 0 })
  expect(await findValue(freeShipment)).toBe(0)
})

test('after its dispatch, a shipment’s contents and type cannot be changed, but its note and value can', async () => {
  const order = await makePaidOrder()
  const id = await makeShipment(order)
  expect(await updateShipment(id, { type: 'SEDEX' }, byStaff)).toBe(true)
  await markSent(id, { date: '2026-11-05', trackCode }, byStaff)
  const rejection = expect.objectContaining({ message: 'already-sent' })
  await expect(updateShipment(id, { type: 'PAC' }, byStaff)).rejects.toThrow(rejection)
  await expect(updateShipment(id, { contents: { orderIds: [order.orderId] } }, byStaff)).rejects.toThrow(
    rejection,
  )
  expect(await updateShipment(id, { note: 'Avisado', value: 30_00 }, byStaff)).toBe(true)
  expect(await findShipment(id)).toMatchObject({ type: 'SEDEX', note: 'Avisado', value: 30_00 })
  expect(await updateShipment(unknownId, { note: null }, byStaff)).toBe(false)
})

test('stores a direct shipment with an address and without order', async () => {
  const { profileId } = await makeCustomer()
  const id = await makeDirectShipment(profileId)
  const shipment = await findShipment(id)
  expect(shipment).toMatchObject({ direct_shipping: true, orderIds: [], lines: [], value: 0 })
  expect(shipment?.address_id).not.toBeNull()
  expect(await markSent(id, { date: '2026-11-05', trackCode: null }, byStaff)).toBe('changed')
})

test('requires a known client and an active staff member as owner', async () => {
  const order = await makePaidOrder()
  await expect(makeShipment({ ...order, profileId: unknownId })).rejects.toThrow('unknown-client')
  await expect(makeShipment(order, { ownerUserId: order.userId })).rejects.toThrow('unknown-owner')
  const formerStaffId = await makeStaff()
  await db.updateTable('users').set({ is_active: false }).where('id', '=', formerStaffId).execute()
  await expect(makeShipment(order, { ownerUserId: formerStaffId })).rejects.toThrow('unknown-owner')
})

test('the line of a renewal is not offered for shipping', async () => {
  const order = await makePaidOrder()
  const unit = await db
    .selectFrom('subscriptions')
    .select(['id', 'order_line_id'])
    .where('due', 'is not', null)
    .executeTakeFirstOrThrow()
  const line = db.updateTable('order_lines').set({ renews_subscription_id: unit.id })
  await line.where('id', '=', order.lineIds[0] ?? 0).execute()
  expect(await listSelectableLines(order.profileId)).toEqual([[order.orderId, order.lineIds.slice(1)]])
})

test('creates a shipment from a purchased unit, and an order lists its shipments', async () => {
  const order = await makePaidOrder()
  const unit = await db.selectFrom('subscriptions').select(['id', 'order_line_id']).executeTakeFirstOrThrow()
  expect(await findShipmentOfSubscription(unit.id)).toMatchObject({
    profileId: order.profileId,
    orderId: order.orderId,
    lineId: unit.order_line_id,
    shippingType: 'PAC',
  })
  const contents = { orderIds: [order.orderId], lineIds: [unit.order_line_id] }
  const id = await makeShipment(order, { subscriptionId: unit.id, contents })
  expect(await listShipmentsOfOrders([order.orderId])).toMatchObject([
    { id, status: shipmentStatus.underWay, copies: 1 },
  ])
  expect(await listShipmentsOfOrders([])).toEqual([])
})
