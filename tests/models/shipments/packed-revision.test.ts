import { expect, test } from 'vitest'
import { shipmentStatus } from '#app/domain/shipments/shipment.ts'
import { subscriptionStatus } from '#app/domain/subscriptions/subscription.ts'
import { db } from '#app/models/platform/db.server.ts'
import { listHistoryForStaff } from '#app/models/platform/history.server.ts'
import type { PackingAnswer } from '#app/models/shipments/packed-revision.server.ts'
import { swapContents } from '#app/models/shipments/packed-revision.server.ts'
import { findShipment, updateShipment } from '#app/models/shipments/shipment.server.ts'
import { findShipmentForStaff } from '#app/models/shipments/shipment-detail.server.ts'
import { findCurrentDispatch } from '#app/models/shipments/shipment-dispatch.server.ts'
import { markDelivered, markSent } from '#app/models/shipments/shipment-status.server.ts'
import { listProposedShipments } from '#app/models/shipments/shipment-waiting.server.ts'
import { matchTrackingCodes, sendByTrackingCodes } from '#app/models/shipments/tracking-codes.server.ts'
import { byStaff } from '#tests/factories/actors.ts'
import { makePaidOrder, makeShipment, trackCode } from '#tests/factories/shipments.ts'

const dispatch = { date: '2026-11-05', trackCode }

const addRevision = (id: number, version: string) =>
  db.updateTable('publications').set({ version }).where('id', '=', id).execute()

async function makePackedOrder() {
  const order = await makePaidOrder()
  return { order, id: await makeShipment(order) }
}

const findBox = async (id: number) => (await findShipmentForStaff(id))?.box
const makePackingAnswer = async (id: number, packedRevision: PackingAnswer['packedRevision']) => ({
  packedRevision,
  seenDigest: (await findBox(id))?.seenDigest ?? '',
})

/** Returns the status of the order's subscription, and its revision recorded in the shipment. */
async function loadSentSubscription(id: number) {
  return db
    .selectFrom('shipment_lines')
    .innerJoin('order_lines', 'order_lines.id', 'shipment_lines.order_line_id')
    .innerJoin('subscriptions', 'subscriptions.order_line_id', 'order_lines.id')
    .where('shipment_id', '=', id)
    .where('is_signature', '=', true)
    .select(['sent_version', 'packed_version', 'subscriptions.status', 'subscriptions.sent_on'])
    .executeTakeFirstOrThrow()
}

test('a box packed before a new revision is not sent without a confirmation of its contents', async () => {
  const { order, id } = await makePackedOrder()
  expect(await findBox(id)).toEqual({ changes: [], seenDigest: null })
  await addRevision(order.subscription, 'Rev. 2')
  expect((await findBox(id))?.changes).toMatchObject([
    { name: 'Catálogo', packed: 'Rev. 1', revision: 'Rev. 2' },
  ])
  expect(await markSent(id, dispatch, byStaff)).toBe('contents-changed')
  expect(await findShipment(id)).toMatchObject({
    status: shipmentStatus.underWay,
    send_date: null,
    times_sent: 0,
  })
  expect(await loadSentSubscription(id)).toMatchObject({
    sent_version: null,
    status: subscriptionStatus.awaitingDispatch,
  })
})

test('a confirmation applies to the revision it was made for, not to a later one', async () => {
  const { order, id } = await makePackedOrder()
  await addRevision(order.subscription, 'Rev. 2')
  const packingAnswer = await makePackingAnswer(id, 'in-force')
  await addRevision(order.subscription, 'Rev. 3')
  expect(await markSent(id, { ...dispatch, box: packingAnswer }, byStaff)).toBe('contents-changed')
  expect(await swapContents(id, { seenDigest: packingAnswer.seenDigest }, byStaff)).toBe('contents-changed')
  expect(await loadSentSubscription(id)).toMatchObject({ sent_version: null, packed_version: 'Rev. 1' })
})

test('sending a box whose contents were exchanged records the current revision', async () => {
  const { order, id } = await makePackedOrder()
  await addRevision(order.subscription, 'Rev. 2')
  expect(await markSent(id, { ...dispatch, box: await makePackingAnswer(id, 'in-force') }, byStaff)).toBe(
    'changed',
  )
  expect(await loadSentSubscription(id)).toMatchObject({
    sent_version: 'Rev. 2',
    packed_version: 'Rev. 2',
    status: subscriptionStatus.sent,
  })
  const entries = await listHistoryForStaff('shipment', id)
  const exchangeEntry = entries.find(({ action }) => action === 'contents-swapped')
  expect(exchangeEntry?.changes.map(({ field }) => field)).toEqual(['contents'])
})

test('sending an outdated copy records its revision, and its subscription still waits for the current one', async () => {
  const { order, id } = await makePackedOrder()
  await addRevision(order.subscription, 'Rev. 2')
  expect(await markSent(id, { ...dispatch, box: await makePackingAnswer(id, 'packed') }, byStaff)).toBe(
    'changed',
  )
  expect(await loadSentSubscription(id)).toMatchObject({
    sent_version: 'Rev. 1',
    status: subscriptionStatus.awaitingDispatch,
    sent_on: null,
  })
  expect((await findCurrentDispatch(`${id}-1`))?.items.map(({ revision }) => revision)).toEqual(
    Array(3).fill('Rev. 1'),
  )
  expect((await listProposedShipments()).shipments).toEqual([])
  await markDelivered(id, '2026-11-08', byStaff)
  expect(
    (await listProposedShipments()).shipments.map(({ lines }) => lines.map(({ revision }) => revision)),
  ).toEqual([['Rev. 2']])
})

test('a subscription that ended before the dispatch of an outdated copy does not wait for the newer revision', async () => {
  const { order, id } = await makePackedOrder()
  await addRevision(order.subscription, 'Rev. 2')
  const lateDispatch = { date: '2027-12-01', trackCode, box: await makePackingAnswer(id, 'packed') }
  expect(await markSent(id, lateDispatch, byStaff)).toBe('changed')
  expect(await loadSentSubscription(id)).toMatchObject({
    sent_version: 'Rev. 1',
    status: subscriptionStatus.sent,
  })
})

test('saving the form does not record exchanged contents; staff record them in an act of its own', async () => {
  const { order, id } = await makePackedOrder()
  await addRevision(order.subscription, 'Rev. 2')
  const contents = { orderIds: [order.orderId], lineIds: order.lineIds }
  await updateShipment(id, { contents }, byStaff)
  expect(await loadSentSubscription(id)).toMatchObject({ packed_version: 'Rev. 1' })
  const seenDigest = (await findBox(id))?.seenDigest ?? ''
  // Only the third line, the subscription, has a new revision.
  expect(await swapContents(id, { seenDigest, lineId: order.lineIds[0] }, byStaff)).toBe('already')
  expect(await swapContents(id, { seenDigest, lineId: order.lineIds[2] }, byStaff)).toBe('changed')
  expect(await findBox(id)).toEqual({ changes: [], seenDigest: null })
  expect(await markSent(id, dispatch, byStaff)).toBe('changed')
  expect(await swapContents(id, { seenDigest }, byStaff)).toBe('not-possible')
})

test('a pasted list of codes sends only the shipments that need no confirmation of their contents', async () => {
  const [changedShipment, unchangedShipment] = [await makePackedOrder(), await makePackedOrder()]
  await addRevision(changedShipment.order.subscription, 'Rev. 2')
  const codes = [
    { text: '', numberKind: 'shipment' as const, number: changedShipment.id, code: trackCode },
    { text: '', numberKind: 'shipment' as const, number: unchangedShipment.id, code: 'AA100000003BR' },
  ]
  expect(await matchTrackingCodes(codes, dispatch.date)).toMatchObject([
    { verdict: 'contents-changed', shipment: { changes: [{ packed: 'Rev. 1', revision: 'Rev. 2' }] } },
    { verdict: 'ready' },
  ])
  const results = await sendByTrackingCodes(codes, dispatch.date, byStaff)
  expect(results.map(({ result }) => result)).toEqual([null, 'changed'])
  expect(await findShipment(changedShipment.id)).toMatchObject({ status: shipmentStatus.underWay })
})
