import { expect, test } from 'vitest'
import { shipmentStatus } from '#app/domain/shipments/shipment.ts'
import { subscriptionStatus } from '#app/domain/subscriptions/subscription.ts'
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
const otherTrackCode = 'AA100000003BR'
const waitingFields = { status: subscriptionStatus.awaitingDispatch, track_code: null, sent_on: null }
const listUnits = () =>
  db
    .selectFrom('subscriptions')
    .select(['status', 'track_code', 'sent_on', 'due', 'suspended_at'])
    .orderBy('order_line_id')
    .execute()
const listDispatchMails = async () =>
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

async function makePackedShipment() {
  const order = await makePaidOrder()
  return { ...order, id: await makeShipment(order) }
}

test('twelve concurrent requests send a shipment once, with its units, history entries and mail', async () => {
  const { id, orderId } = await makePackedShipment()
  const answers = await Promise.all(Array.from({ length: 12 }, () => markSent(id, dispatch, byStaff)))
  expect(answers.toSorted()).toEqual([...Array(11).fill('already'), 'changed'])
  expect(await findShipment(id)).toMatchObject({
    status: shipmentStatus.sent,
    track_code: trackCode,
    send_date: '2026-11-05',
    times_sent: 1,
  })
  const sentFields = { status: subscriptionStatus.sent, track_code: trackCode, sent_on: '2026-11-05' }
  expect(await listUnits()).toMatchObject([sentFields, sentFields, sentFields])
  expect(await listDispatchMails()).toEqual([`${id}-1`])
  expect((await listHistory('shipment', id)).map(({ action }) => action)).toEqual(['created', 'sent'])
  expect((await listHistory('order', orderId)).at(-1)).toMatchObject({ action: 'shipment-sent' })
})

test('delivery puts the printed subscription in force, and the one-off copy stays sent', async () => {
  const { id } = await makePackedShipment()
  expect(await markDelivered(id, '2026-11-12', byStaff)).toBe('not-possible')
  await markSent(id, dispatch, byStaff)
  expect(await markDelivered(id, '2026-11-04', byStaff)).toBe('date-wrong')
  const answers = await Promise.all(Array.from({ length: 5 }, () => markDelivered(id, '2026-11-12', byStaff)))
  expect(answers.filter((answer) => answer === 'changed')).toHaveLength(1)
  expect((await listUnits()).map((unit) => unit.status)).toEqual([
    subscriptionStatus.sent,
    subscriptionStatus.sent,
    subscriptionStatus.active,
  ])
  expect(await findShipment(id)).toMatchObject({
    status: shipmentStatus.delivered,
    complete_date: '2026-11-12',
  })
  expect(await markReturned(id, '2026-11-13', byStaff)).toBe('not-possible')
})

test('the copies of a returned shipment wait again, and its next dispatch sends a new mail', async () => {
  const { id } = await makePackedShipment()
  await markSent(id, dispatch, byStaff)
  expect(await markReturned(id, '2026-11-12', byStaff)).toBe('changed')
  expect(await listUnits()).toMatchObject(Array(3).fill(waitingFields))
  expect(await findShipment(id)).toMatchObject({ status: shipmentStatus.returned, return_date: '2026-11-12' })
  expect(await markSent(id, dispatch, byStaff)).toBe('not-possible')
  const secondDispatch = { date: '2026-11-16', trackCode: otherTrackCode }
  const answers = await Promise.all(Array.from({ length: 6 }, () => markResent(id, secondDispatch, byStaff)))
  expect(answers.filter((answer) => answer === 'changed')).toHaveLength(1)
  expect(await listUnits()).toMatchObject(
    Array(3).fill({ status: subscriptionStatus.sent, track_code: otherTrackCode }),
  )
  expect(await findShipment(id)).toMatchObject({
    status: shipmentStatus.sent,
    return_date: null,
    times_sent: 2,
  })
  expect(await listDispatchMails()).toEqual([`${id}-1`, `${id}-2`])
})

test('a returned shipment cannot be resent when another shipment contains all its copies', async () => {
  const { id, ...order } = await makePackedShipment()
  await markSent(id, dispatch, byStaff)
  await markReturned(id, '2026-11-12', byStaff)
  await makeShipment(order)
  expect(await markResent(id, { ...dispatch, date: '2026-11-13' }, byStaff)).toBe('line-taken')
  expect((await findShipment(id))?.status).toBe(shipmentStatus.returned)
  expect((await listUnits()).map((unit) => unit.status)).toEqual(
    Array(3).fill(subscriptionStatus.awaitingDispatch),
  )
})

test('resends a returned shipment with only the copies that no other shipment contains', async () => {
  const { id, ...order } = await makePackedShipment()
  const [movedLineId, ...remainingLineIds] = order.lineIds
  await markSent(id, dispatch, byStaff)
  await markReturned(id, '2026-11-12', byStaff)
  const otherShipment = await makeShipment(order, {
    contents: { orderIds: [order.orderId], lineIds: [movedLineId ?? 0] },
  })
  const shipment = await findShipmentForStaff(id)
  expect(shipment?.lines.map((line) => line.id)).toEqual(remainingLineIds)
  expect(shipment?.movedLines).toMatchObject([{ id: movedLineId, shipmentId: otherShipment }])
  expect(shipment?.canLeave).toBe(true)
  expect(await markResent(id, { date: '2026-11-01', trackCode: otherTrackCode }, byStaff)).toBe('date-wrong')
  expect(await countLines(id)).toBe(3)
  expect(await markResent(id, { date: '2026-11-16', trackCode: otherTrackCode }, byStaff)).toBe('changed')
  expect(await countLines(id)).toBe(2)
  expect((await listUnits()).map((unit) => unit.track_code)).toEqual([null, otherTrackCode, otherTrackCode])
  expect(await markSent(otherShipment, dispatch, byStaff)).toBe('changed')
})

test('a returned shipment is not offered for dispatch when another shipment contains all its copies', async () => {
  const { id, ...order } = await makePackedShipment()
  await markSent(id, dispatch, byStaff)
  await markReturned(id, '2026-11-12', byStaff)
  expect((await findShipmentForStaff(id))?.canLeave).toBe(true)
  await makeShipment(order)
  expect(await findShipmentForStaff(id)).toMatchObject({ canLeave: false, lines: [] })
})

test.each([
  ['', 'track-code-required'],
  ['AA123456789BR', 'track-code-wrong'], // wrong check digit
  ['AA123456785PT', 'track-code-wrong'], // not from Brazil
] as const)('does not send a shipment with the code %j: %s', async (code, fault) => {
  const { id } = await makePackedShipment()
  expect(await markSent(id, { date: '2026-11-05', trackCode: code }, byStaff)).toBe(fault)
  expect(await findShipment(id)).toMatchObject({ status: shipmentStatus.underWay, track_code: null })
  expect(await listDispatchMails()).toEqual([])
})

test('neither sends nor resends a shipment with an unpaid order', async () => {
  const { id, orderId } = await makePackedShipment()
  await reopenOrder(orderId, byStaff)
  expect(await markSent(id, dispatch, byStaff)).toBe('order-not-paid')
  expect(await listDispatchMails()).toEqual([])
  await confirmPayment(orderId, byStaff, '2026-11-05')
  expect(await markSent(id, dispatch, byStaff)).toBe('changed')
  await markReturned(id, '2026-11-12', byStaff)
  await cancelOrder(orderId, byStaff)
  expect(await markResent(id, dispatch, byStaff)).toBe('order-not-paid')
  expect((await findShipment(id))?.status).toBe(shipmentStatus.returned)
})

test('after dispatch and delivery, an expired unit is still expired and suspended units are still suspended', async () => {
  const { id, orderId, lineIds } = await makePackedShipment()
  await db
    .updateTable('subscriptions')
    .set({ status: subscriptionStatus.expired })
    .where('order_line_id', '=', lineIds[2] ?? 0)
    .execute()
  await markSent(id, dispatch, byStaff)
  await reopenOrder(orderId, byStaff)
  await markDelivered(id, '2026-11-12', byStaff)
  expect((await listUnits()).map((unit) => unit.status)).toEqual([
    subscriptionStatus.sent,
    subscriptionStatus.sent,
    subscriptionStatus.expired,
  ])
  expect((await listUnits()).every((unit) => unit.suspended_at !== null)).toBe(true)
})

test('a copy sent after its expiry does not wait for dispatch again when its due date is moved into the future', async () => {
  const { id, profileId } = await makePackedShipment()
  await db.updateTable('subscriptions').set({ due: '2026-11-03' }).where('due', 'is not', null).execute()
  await expireSubscriptions('2026-11-04', 10)
  await markSent(id, dispatch, byStaff)
  await markDelivered(id, '2026-11-12', byStaff)
  expect((await listUnits()).map((unit) => unit.status)).toEqual([
    subscriptionStatus.sent,
    subscriptionStatus.sent,
    subscriptionStatus.expired,
  ])
  await db.updateTable('subscriptions').set({ due: '2027-11-03' }).where('due', 'is not', null).execute()
  await restoreUnexpired('2026-11-13', 10)
  expect((await listUnits()).map((unit) => unit.status)).toEqual([
    subscriptionStatus.sent,
    subscriptionStatus.sent,
    subscriptionStatus.active,
  ])
  expect(await listSelectableOrders(profileId)).toEqual([])
})

test('correcting the code and the day of a dispatch updates the units and sends no mail', async () => {
  const { id } = await makePackedShipment()
  expect(await correctDispatch(id, dispatch, byStaff)).toBe('not-possible')
  await markSent(id, dispatch, byStaff)
  const correction = { date: '2026-11-06', trackCode: otherTrackCode }
  expect(await correctDispatch(id, { ...correction, trackCode: 'x' }, byStaff)).toBe('track-code-wrong')
  expect(await correctDispatch(id, correction, byStaff)).toBe('changed')
  expect(await listUnits()).toMatchObject(
    Array(3).fill({ track_code: otherTrackCode, sent_on: '2026-11-06' }),
  )
  expect(await listDispatchMails()).toEqual([`${id}-1`])
  const historyBefore = await listHistory('shipment', id)
  expect(await correctDispatch(id, correction, byStaff)).toBe('already')
  expect(await listHistory('shipment', id)).toEqual(historyBefore)
})

test('a tracking code belongs to one shipment, and another can use it after the first is cancelled', async () => {
  const [{ id }, { id: otherId }] = [await makePackedShipment(), await makePackedShipment()]
  await markSent(id, dispatch, byStaff)
  expect(await markSent(otherId, dispatch, byStaff)).toBe('code-taken')
  expect(await markSent(otherId, { ...dispatch, trackCode: otherTrackCode }, byStaff)).toBe('changed')
  expect(await correctDispatch(otherId, dispatch, byStaff)).toBe('code-taken')
  await db.updateTable('shipments').set({ cancelled_at: new Date() }).where('id', '=', id).execute()
  expect(await correctDispatch(otherId, dispatch, byStaff)).toBe('changed')
})

test('the history of a unit records each change by its shipment and order once', async () => {
  const { id, orderId, subscription } = await makePackedShipment()
  await markSent(id, dispatch, byStaff)
  await correctDispatch(id, { date: '2026-11-06', trackCode: otherTrackCode }, byStaff)
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
      ['shipment-dispatch-corrected', otherTrackCode, '2026-11-06'],
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

test('corrected code and day are not applied to a unit that waits for its next revision', async () => {
  const { id, subscription } = await makePackedShipment()
  await markSent(id, dispatch, byStaff)
  await db
    .updateTable('subscriptions')
    .set(waitingFields)
    .where('publication_id', '=', subscription)
    .execute()
  await correctDispatch(id, { date: '2026-11-06', trackCode: otherTrackCode }, byStaff)
  const correctedFields = {
    status: subscriptionStatus.sent,
    track_code: otherTrackCode,
    sent_on: '2026-11-06',
  }
  expect(await listUnits()).toMatchObject([correctedFields, correctedFields, waitingFields])
})

test('correcting a dispatch also corrects delivered units in force or expired', async () => {
  const { id } = await makePackedShipment()
  await markSent(id, dispatch, byStaff)
  await markDelivered(id, '2026-11-12', byStaff)
  const correction = { track_code: otherTrackCode, sent_on: '2026-11-06' }
  expect(await correctDispatch(id, { date: '2026-11-06', trackCode: otherTrackCode }, byStaff)).toBe(
    'changed',
  )
  expect(await listUnits()).toMatchObject([
    correction,
    correction,
    { ...correction, status: subscriptionStatus.active },
  ])
  await expireSubscriptions('2100-01-01', 10)
  expect(await correctDispatch(id, { date: '2026-11-07', trackCode: otherTrackCode }, byStaff)).toBe(
    'changed',
  )
  expect((await listUnits()).map((unit) => unit.sent_on)).toEqual(Array(3).fill('2026-11-07'))
})

test('an unknown shipment can be neither sent nor corrected', async () => {
  const unknownId = 4_000_000
  expect(await markSent(unknownId, dispatch, byStaff)).toBe('unknown-shipment')
  expect(await correctDispatch(unknownId, dispatch, byStaff)).toBe('unknown-shipment')
})
