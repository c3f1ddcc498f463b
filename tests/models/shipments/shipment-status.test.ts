import { expect, test } from 'vitest'
import { cancelOrder, confirmPayment, reopenOrder } from '#app/models/orders/order-status.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { listHistory, listHistoryForStaff } from '#app/models/platform/history.server.ts'
import { findShipment } from '#app/models/shipments/shipment.server.ts'
import { listSelectableOrders } from '#app/models/shipments/shipment-contents.server.ts'
import { findShipmentForStaff } from '#app/models/shipments/shipment-detail.server.ts'
import {
  correctDispatch,
  markDelivered,
  markResent,
  markReturned,
  markSent,
} from '#app/models/shipments/shipment-status.server.ts'
import {
  expireSubscriptions,
  restoreUnexpired,
} from '#app/models/subscriptions/subscription-expiry.server.ts'
import { byStaff } from '#tests/factories/actors.ts'
import { makePaidOrder, makeShipment, trackCode } from '#tests/factories/shipments.ts'

const dispatch = { date: '2026-11-05', trackCode: 'aa 123 456 785 br' }
const otherCode = 'AA100000003BR'
const listUnits = () =>
  db
    .selectFrom('subscriptions')
    .select(['status', 'track_code', 'sent_on', 'due', 'suspended_at'])
    .orderBy('order_line_id')
    .execute()
const listQueued = async () =>
  (await db.selectFrom('outbox').select('subject').where('job', '=', 'mail-dispatched').execute()).map(
    (row) => row.subject,
  )

async function countLines(id: number): Promise<number> {
  const lines = await db
    .selectFrom('shipment_lines')
    .select('order_line_id')
    .where('shipment_id', '=', id)
    .execute()
  return lines.length
}

async function makeSentShipment() {
  const order = await makePaidOrder()
  return { ...order, id: await makeShipment(order) }
}

test('sends a shipment once for repeated requests, with units, history and mail', async () => {
  const { id, orderId } = await makeSentShipment()
  const answers = await Promise.all(Array.from({ length: 12 }, () => markSent(id, dispatch, byStaff)))
  expect(answers.toSorted()).toEqual([...Array(11).fill('already'), 'changed'])
  expect(await findShipment(id)).toMatchObject({
    status: 2,
    track_code: trackCode,
    send_date: '2026-11-05',
    times_sent: 1,
  })
  const sentFields = { status: 3, track_code: trackCode, sent_on: '2026-11-05' }
  expect(await listUnits()).toMatchObject([sentFields, sentFields, sentFields])
  expect(await listQueued()).toEqual([`${id}-1`])
  expect((await listHistory('shipment', id)).map((each) => each.action)).toEqual(['created', 'sent'])
  expect((await listHistory('order', orderId)).at(-1)).toMatchObject({ action: 'shipment-sent' })
})

test('delivery puts the printed subscription in force, and the one-off copy stays sent', async () => {
  const { id } = await makeSentShipment()
  expect(await markDelivered(id, '2026-11-12', byStaff)).toBe('not-possible')
  await markSent(id, dispatch, byStaff)
  expect(await markDelivered(id, '2026-11-04', byStaff)).toBe('date-wrong')
  const answers = await Promise.all(Array.from({ length: 5 }, () => markDelivered(id, '2026-11-12', byStaff)))
  expect(answers.filter((answer) => answer === 'changed')).toHaveLength(1)
  expect((await listUnits()).map((unit) => unit.status)).toEqual([3, 3, 5])
  expect(await findShipment(id)).toMatchObject({ status: 3, complete_date: '2026-11-12' })
  expect(await markReturned(id, '2026-11-13', byStaff)).toBe('not-possible')
})

test('a returned shipment waits again, and its next dispatch sends a new mail', async () => {
  const { id } = await makeSentShipment()
  await markSent(id, dispatch, byStaff)
  expect(await markReturned(id, '2026-11-12', byStaff)).toBe('changed')
  expect(await listUnits()).toMatchObject(Array(3).fill({ status: 2, track_code: null, sent_on: null }))
  expect(await findShipment(id)).toMatchObject({ status: 4, return_date: '2026-11-12' })
  expect(await markSent(id, dispatch, byStaff)).toBe('not-possible')
  const secondDispatch = { date: '2026-11-16', trackCode: otherCode }
  const answers = await Promise.all(Array.from({ length: 6 }, () => markResent(id, secondDispatch, byStaff)))
  expect(answers.filter((answer) => answer === 'changed')).toHaveLength(1)
  expect(await listUnits()).toMatchObject(Array(3).fill({ status: 3, track_code: otherCode }))
  expect(await findShipment(id)).toMatchObject({ status: 2, return_date: null, times_sent: 2 })
  expect(await listQueued()).toEqual([`${id}-1`, `${id}-2`])
})

test('does not send twice a returned copy that another shipment sent', async () => {
  const { id, ...order } = await makeSentShipment()
  await markSent(id, dispatch, byStaff)
  await markReturned(id, '2026-11-12', byStaff)
  await makeShipment(order)
  expect(await markResent(id, { ...dispatch, date: '2026-11-13' }, byStaff)).toBe('line-taken')
  expect((await findShipment(id))?.status).toBe(4)
  expect((await listUnits()).map((unit) => unit.status)).toEqual([2, 2, 2])
})

test('sends a returned shipment with the copies that no other shipment contains', async () => {
  const { id, ...order } = await makeSentShipment()
  const [taken, ...free] = order.lineIds
  await markSent(id, dispatch, byStaff)
  await markReturned(id, '2026-11-12', byStaff)
  const otherShipment = await makeShipment(order, {
    contents: { orderIds: [order.orderId], lineIds: [taken ?? 0] },
  })
  const page = await findShipmentForStaff(id)
  expect(page?.lines.map((line) => line.id)).toEqual(free)
  expect(page?.movedLines).toMatchObject([{ id: taken, shipmentId: otherShipment }])
  expect(page?.canLeave).toBe(true)
  expect(await markResent(id, { date: '2026-11-01', trackCode: otherCode }, byStaff)).toBe('date-wrong')
  expect(await countLines(id)).toBe(3)
  expect(await markResent(id, { date: '2026-11-16', trackCode: otherCode }, byStaff)).toBe('changed')
  expect(await countLines(id)).toBe(2)
  expect((await listUnits()).map((unit) => unit.track_code)).toEqual([null, otherCode, otherCode])
  expect(await markSent(otherShipment, dispatch, byStaff)).toBe('changed')
})

test('does not offer a returned shipment for dispatch when another contains all its copies', async () => {
  const { id, ...order } = await makeSentShipment()
  await markSent(id, dispatch, byStaff)
  await markReturned(id, '2026-11-12', byStaff)
  expect((await findShipmentForStaff(id))?.canLeave).toBe(true)
  await makeShipment(order)
  expect(await findShipmentForStaff(id)).toMatchObject({ canLeave: false, lines: [] })
})

test.each([
  ['', 'track-code-required'],
  ['AA123456789BR', 'track-code-wrong'],
  ['AA123456785PT', 'track-code-wrong'],
] as const)('does not send a shipment with the code %j: %s', async (code, fault) => {
  const { id } = await makeSentShipment()
  expect(await markSent(id, { date: '2026-11-05', trackCode: code }, byStaff)).toBe(fault)
  expect(await findShipment(id)).toMatchObject({ status: 1, track_code: null })
  expect(await listQueued()).toEqual([])
})

test('does not send a shipment with an unpaid order', async () => {
  const { id, orderId } = await makeSentShipment()
  await reopenOrder(orderId, byStaff)
  expect(await markSent(id, dispatch, byStaff)).toBe('order-not-paid')
  expect(await listQueued()).toEqual([])
  await confirmPayment(orderId, byStaff, '2026-11-05')
  expect(await markSent(id, dispatch, byStaff)).toBe('changed')
  await markReturned(id, '2026-11-12', byStaff)
  await cancelOrder(orderId, byStaff)
  expect(await markResent(id, dispatch, byStaff)).toBe('order-not-paid')
  expect((await findShipment(id))?.status).toBe(4)
})

test('dispatch changes neither an expired nor a suspended unit', async () => {
  const { id, orderId, lineIds } = await makeSentShipment()
  await db
    .updateTable('subscriptions')
    .set({ status: 4 })
    .where('order_line_id', '=', lineIds[2] ?? 0)
    .execute()
  await markSent(id, dispatch, byStaff)
  await reopenOrder(orderId, byStaff)
  await markDelivered(id, '2026-11-12', byStaff)
  expect((await listUnits()).map((unit) => unit.status)).toEqual([3, 3, 4])
  expect((await listUnits()).every((unit) => unit.suspended_at !== null)).toBe(true)
})

test('a copy sent after its expiry does not wait again when its due date moves ahead', async () => {
  const { id, profileId } = await makeSentShipment()
  await db.updateTable('subscriptions').set({ due: '2026-11-03' }).where('due', 'is not', null).execute()
  await expireSubscriptions('2026-11-04', 10)
  await markSent(id, dispatch, byStaff)
  await markDelivered(id, '2026-11-12', byStaff)
  expect((await listUnits()).map((unit) => unit.status)).toEqual([3, 3, 4])
  await db.updateTable('subscriptions').set({ due: '2027-11-03' }).where('due', 'is not', null).execute()
  await restoreUnexpired('2026-11-13', 10)
  expect((await listUnits()).map((unit) => unit.status)).toEqual([3, 3, 5])
  expect(await listSelectableOrders(profileId)).toEqual([])
})

test('correcting code and day updates the units and sends no mail', async () => {
  const { id } = await makeSentShipment()
  expect(await correctDispatch(id, dispatch, byStaff)).toBe('not-possible')
  await markSent(id, dispatch, byStaff)
  const correction = { date: '2026-11-06', trackCode: otherCode }
  expect(await correctDispatch(id, { ...correction, trackCode: 'x' }, byStaff)).toBe('track-code-wrong')
  expect(await correctDispatch(id, correction, byStaff)).toBe('changed')
  expect(await listUnits()).toMatchObject(Array(3).fill({ track_code: otherCode, sent_on: '2026-11-06' }))
  expect(await listQueued()).toEqual([`${id}-1`])
  const noted = await listHistory('shipment', id)
  expect(await correctDispatch(id, correction, byStaff)).toBe('already')
  expect(await listHistory('shipment', id)).toEqual(noted)
})

test('a tracking code belongs to one shipment, and is free after its cancellation', async () => {
  const [{ id }, { id: other }] = [await makeSentShipment(), await makeSentShipment()]
  await markSent(id, dispatch, byStaff)
  expect(await markSent(other, dispatch, byStaff)).toBe('code-taken')
  expect(await markSent(other, { ...dispatch, trackCode: otherCode }, byStaff)).toBe('changed')
  expect(await correctDispatch(other, dispatch, byStaff)).toBe('code-taken')
  await db.updateTable('shipments').set({ cancelled_at: new Date() }).where('id', '=', id).execute()
  expect(await correctDispatch(other, dispatch, byStaff)).toBe('changed')
})

test('the history of each unit records the changes by its shipment and order', async () => {
  const { id, orderId, subscription } = await makeSentShipment()
  await markSent(id, dispatch, byStaff)
  await correctDispatch(id, { date: '2026-11-06', trackCode: otherCode }, byStaff)
  await markDelivered(id, '2026-11-12', byStaff)
  await reopenOrder(orderId, byStaff)
  await reopenOrder(orderId, byStaff)
  await confirmPayment(orderId, byStaff, '2026-11-13')
  const unit = await db
    .selectFrom('subscriptions')
    .select('id')
    .where('publication_id', '=', subscription)
    .executeTakeFirstOrThrow()
  const history = await listHistoryForStaff('subscription', unit.id)
  expect(history.toReversed().map(({ action, changes }) => [action, ...changes.map(({ to }) => to)])).toEqual(
    [
      ['shipment-sent', '3', trackCode, '2026-11-05'],
      ['shipment-dispatch-corrected', otherCode, '2026-11-06'],
      ['shipment-delivered', '5'],
      ['suspended'],
      ['suspension-lifted'],
    ],
  )
  expect(history.at(-1)?.facts).toEqual([
    { name: 'source', value: byStaff.source },
    { name: 'shipment', value: String(id) },
  ])
})

test('does not apply corrected code and day to a unit waiting for its next revision', async () => {
  const { id, subscription } = await makeSentShipment()
  await markSent(id, dispatch, byStaff)
  await db
    .updateTable('subscriptions')
    .set({ status: 2, track_code: null, sent_on: null })
    .where('publication_id', '=', subscription)
    .execute()
  await correctDispatch(id, { date: '2026-11-06', trackCode: otherCode }, byStaff)
  const corrected = { status: 3, track_code: otherCode, sent_on: '2026-11-06' }
  expect(await listUnits()).toMatchObject([
    corrected,
    corrected,
    { status: 2, track_code: null, sent_on: null },
  ])
})

test('corrects a delivered unit that is in force or has expired', async () => {
  const { id } = await makeSentShipment()
  await markSent(id, dispatch, byStaff)
  await markDelivered(id, '2026-11-12', byStaff)
  const correction = { track_code: otherCode, sent_on: '2026-11-06' }
  expect(await correctDispatch(id, { date: '2026-11-06', trackCode: otherCode }, byStaff)).toBe('changed')
  expect(await listUnits()).toMatchObject([correction, correction, { ...correction, status: 5 }])
  await expireSubscriptions('2100-01-01', 10)
  expect(await correctDispatch(id, { date: '2026-11-07', trackCode: otherCode }, byStaff)).toBe('changed')
  expect((await listUnits()).map((unit) => unit.sent_on)).toEqual(Array(3).fill('2026-11-07'))
})

test('reports that an unknown shipment cannot be sent or corrected', async () => {
  expect(await markSent(4_000_000, dispatch, byStaff)).toBe('unknown-shipment')
  expect(await correctDispatch(4_000_000, dispatch, byStaff)).toBe('unknown-shipment')
})
