import { expect, test } from 'vitest'
import { addRevision } from '#app/models/catalogue/revision.server.ts'
import { db, withTransaction } from '#app/models/platform/db.server.ts'
import { listHistoryForStaff } from '#app/models/platform/history.server.ts'
import { findShipment, updateShipment } from '#app/models/shipments/shipment.server.ts'
import { listSelectableOrders } from '#app/models/shipments/shipment-contents.server.ts'
import { findShipmentForStaff } from '#app/models/shipments/shipment-detail.server.ts'
import { findCurrentDispatch } from '#app/models/shipments/shipment-dispatch.server.ts'
import { markResent, markReturned, markSent } from '#app/models/shipments/shipment-status.server.ts'
import { listProposedShipments } from '#app/models/shipments/shipment-waiting.server.ts'
import { lastSentRevision } from '#app/models/subscriptions/last-sent-revision.server.ts'
import { listSubscriptions } from '#app/models/subscriptions/subscription.server.ts'
import { byStaff } from '#tests/factories/actors.ts'
import { makePaidOrder, makeShipment, type PaidOrder, trackCode } from '#tests/factories/shipments.ts'

const revisePublication = (publicationId: number, version: string) =>
  withTransaction((trx) => addRevision(trx, { publicationId, version, date: '2026-11-03', changes: null }))

async function addRevisions({ manual, subscription }: PaidOrder, version: string) {
  await revisePublication(manual, version)
  await revisePublication(subscription, version)
}

/** Returns a pair of bought and shown revision for each line of a shipment. */
const listRevisions = async (shipmentId: number) =>
  (await findShipment(shipmentId))?.lines.map(({ version, revision }) => [version, revision])

const findLastSent = async (lineId = 0) =>
  (
    await db
      .selectFrom('order_lines')
      .select(lastSentRevision.as('version'))
      .where('id', '=', lineId)
      .executeTakeFirst()
  )?.version

/** Returns staff's confirmation of what is in the box, with the digest of the contents that they saw. */
async function makeBoxAnswer(id: number, packedRevision: 'in-force' | 'packed') {
  return { packedRevision, seenDigest: (await findShipmentForStaff(id))?.box.seenDigest ?? '' }
}

/** Pairs of bought and shown revision. Orders have two copies of a one-off manual, then a subscription. */
const boughtRevisions = ['Rev. 1', 'Rev. 1']
const makeRevisions = (shown: string) => ['Rev. 1', shown]

test('lists the current revision for subscriptions and the bought revision for one-off copies', async () => {
  const order = await makePaidOrder()
  await addRevisions(order, 'Rev. 2')
  const [selectable] = await listSelectableOrders(order.profileId)
  const expectedRevisions = [boughtRevisions, boughtRevisions, makeRevisions('Rev. 2')]
  expect(selectable?.lines.map(({ version, revision }) => [version, revision])).toEqual(expectedRevisions)
  expect(selectable?.lines.map(({ selectableRevision }) => selectableRevision)).toEqual([
    'Rev. 2',
    'Rev. 2',
    null,
  ])
  const { shipments } = await listProposedShipments()
  expect(shipments[0]?.lines.map(({ version, revision }) => [version, revision])).toEqual(expectedRevisions)
  const id = await makeShipment(order)
  expect(await listRevisions(id)).toEqual(expectedRevisions)
})

test('a packed shipment shows the revision in force until its dispatch, and then the revision that was sent', async () => {
  const order = await makePaidOrder()
  const id = await makeShipment(order)
  expect(await listRevisions(id)).toEqual([boughtRevisions, boughtRevisions, makeRevisions('Rev. 1')])
  await addRevisions(order, 'Rev. 2')
  expect(await listRevisions(id)).toEqual([boughtRevisions, boughtRevisions, makeRevisions('Rev. 2')])
  expect(
    await markSent(id, { date: '2026-11-05', trackCode, box: await makeBoxAnswer(id, 'in-force') }, byStaff),
  ).toBe('changed')
  await addRevisions(order, 'Rev. 3')
  expect(await listRevisions(id)).toEqual([boughtRevisions, boughtRevisions, makeRevisions('Rev. 2')])
  const dispatchMail = await findCurrentDispatch(`${id}-1`)
  expect(dispatchMail?.items.map(({ version, revision }) => [version, revision])).toEqual([
    boughtRevisions,
    boughtRevisions,
    makeRevisions('Rev. 2'),
  ])
  expect(await findLastSent(order.lineIds.at(-1))).toBe('Rev. 2')
  const listQuery = { profileId: order.profileId, search: '', status: undefined, page: 1 }
  const { rows } = await listSubscriptions({ ...listQuery, order: 'newest', today: '2026-11-10' })
  expect(rows.map(({ sent_version }) => sent_version)).toEqual(['Rev. 2', 'Rev. 1', 'Rev. 1'])
})

test('a returned shipment is resent with the current revision once staff confirm its contents', async () => {
  const order = await makePaidOrder()
  const id = await makeShipment(order)
  await markSent(id, { date: '2026-11-05', trackCode }, byStaff)
  await markReturned(id, '2026-11-12', byStaff)
  await addRevisions(order, 'Rev. 2')
  expect(await findLastSent(order.lineIds.at(-1))).toBeNull()
  expect((await findShipment(id))?.lines.at(-1)).toMatchObject({
    revision: 'Rev. 2',
    returnedRevision: 'Rev. 1',
  })
  const secondDispatch = { date: '2026-11-14', trackCode }
  expect(await markResent(id, secondDispatch, byStaff)).toBe('contents-changed')
  expect(await markResent(id, { ...secondDispatch, box: await makeBoxAnswer(id, 'in-force') }, byStaff)).toBe(
    'changed',
  )
  await addRevisions(order, 'Rev. 3')
  expect((await findShipment(id))?.lines.at(-1)).toMatchObject({ revision: 'Rev. 2', returnedRevision: null })
})

test('staff choose the revision in force per one-off line, and the history records it', async () => {
  const order = await makePaidOrder()
  await addRevisions(order, 'Rev. 2')
  const { lineIds, orderId } = order
  const [firstLineId = 0, secondLineId = 0] = lineIds
  const chosenContents = { orderIds: [orderId], lineIds, newerLineIds: [firstLineId] }
  const id = await makeShipment(order, { contents: chosenContents })
  expect(await listRevisions(id)).toEqual([makeRevisions('Rev. 2'), boughtRevisions, makeRevisions('Rev. 2')])
  await updateShipment(
    id,
    { contents: { ...chosenContents, newerLineIds: [firstLineId, secondLineId] } },
    byStaff,
  )
  expect(await listRevisions(id)).toEqual([
    makeRevisions('Rev. 2'),
    makeRevisions('Rev. 2'),
    makeRevisions('Rev. 2'),
  ])
  const entries = await listHistoryForStaff('shipment', id)
  expect(entries.map(({ changes }) => changes.map(({ field }) => field))).toEqual([['newer'], ['newer']])
  await markSent(id, { date: '2026-11-05', trackCode }, byStaff)
  const shipmentLines = await db
    .selectFrom('shipment_lines')
    .select('sent_version')
    .orderBy('order_line_id')
    .execute()
  expect(shipmentLines.map((line) => line.sent_version)).toEqual(['Rev. 2', 'Rev. 2', 'Rev. 2'])
})
