import { expect, test } from 'vitest'
import { shipmentStatus } from '#app/domain/shipments/shipment.ts'
import { findWithdrawalChance } from '#app/models/orders/withdrawal.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { listHistoryForStaff } from '#app/models/platform/history.server.ts'
import {
  createShipment,
  findShipment,
  listShipmentsOfOrders,
  updateShipment,
} from '#app/models/shipments/shipment.server.ts'
import { cancelShipment } from '#app/models/shipments/shipment-cancellation.server.ts'
import { listSelectableOrders } from '#app/models/shipments/shipment-contents.server.ts'
import { listShipments } from '#app/models/shipments/shipment-list.server.ts'
import { markReturned, markSent } from '#app/models/shipments/shipment-status.server.ts'
import { listProposedShipments } from '#app/models/shipments/shipment-waiting.server.ts'
import { matchTrackingCodes } from '#app/models/shipments/tracking-codes.server.ts'
import { byStaff } from '#tests/factories/actors.ts'
import { address } from '#tests/factories/people.ts'
import { makePaidOrder, makeShipment, makeStaff, trackCode } from '#tests/factories/shipments.ts'

const dispatch = { date: '2026-11-05', trackCode }
const listQuery = { page: 1, search: '', status: undefined, sort: 'id', direction: 'descending' } as const
const listIds = async () => (await listShipments(listQuery)).rows.map(({ id }) => id)
const listWaitingIds = async (orderId: number) =>
  (await listProposedShipments()).shipments.flatMap(({ lines }) =>
    lines.filter((line) => line.order_id === orderId).map(({ id }) => id),
  )

test('the copies of a cancelled shipment wait again and can be shipped with the same freight', async () => {
  const order = await makePaidOrder()
  const id = await makeShipment(order)
  expect(await listWaitingIds(order.orderId)).toEqual([])
  expect(await cancelShipment(id, 'Endereço errado', byStaff)).toBe('changed')
  expect(await listWaitingIds(order.orderId)).toEqual(order.lineIds)
  expect(await listSelectableOrders(order.profileId)).toHaveLength(1)
  const newShipmentId = await makeShipment(order)
  expect(await findShipment(newShipmentId)).toMatchObject({ value: 22_50 })
  expect((await findShipment(newShipmentId))?.lines).toHaveLength(3)
})

test('removes a cancelled shipment from every list, but not its contents, reason and history', async () => {
  const order = await makePaidOrder()
  const id = await makeShipment(order)
  await cancelShipment(id, 'Endereço errado', byStaff)
  expect(await listIds()).not.toContain(id)
  expect(await listShipmentsOfOrders([order.orderId])).toEqual([])
  const codes = [{ text: '', numberKind: 'shipment' as const, number: id, code: trackCode }]
  expect(await matchTrackingCodes(codes, '2026-11-05')).toMatchObject([{ verdict: 'unknown' }])
  const storedShipment = await findShipment(id)
  expect(storedShipment).toMatchObject({
    status: shipmentStatus.underWay,
    cancel_reason: 'Endereço errado',
    orderIds: [order.orderId],
  })
  expect(storedShipment?.lines).toHaveLength(3)
  expect((await listHistoryForStaff('shipment', id)).map(({ action }) => action)).toEqual([
    'undone',
    'created',
  ])
  expect((await listHistoryForStaff('order', order.orderId))[0]).toMatchObject({
    action: 'shipment-undone',
  })
})

test('rejects a second cancellation, a dispatch and an edit of a cancelled shipment, and an unknown shipment', async () => {
  const order = await makePaidOrder()
  const id = await makeShipment(order)
  await cancelShipment(id, null, byStaff)
  expect(await cancelShipment(id, 'Outra vez', byStaff)).toBe('already')
  expect(await markSent(id, dispatch, byStaff)).toBe('not-possible')
  await expect(updateShipment(id, { note: 'x' }, byStaff)).rejects.toMatchObject({ reason: 'undone' })
  expect(await findShipment(id)).toMatchObject({ cancel_reason: null, lock_version: 1 })
  const unknownId = 4_000_000
  expect(await cancelShipment(unknownId, null, byStaff)).toBe('unknown-shipment')
})

test('neither a sent nor a returned shipment can be cancelled', async () => {
  const id = await makeShipment(await makePaidOrder())
  await markSent(id, dispatch, byStaff)
  expect(await cancelShipment(id, null, byStaff)).toBe('not-possible')
  await markReturned(id, '2026-11-12', byStaff)
  expect(await cancelShipment(id, null, byStaff)).toBe('not-possible')
  expect(await findShipment(id)).toMatchObject({ cancelled_at: null })
})

test('only one of a concurrent dispatch and cancellation succeeds', async () => {
  const id = await makeShipment(await makePaidOrder())
  const results = await Promise.all([markSent(id, dispatch, byStaff), cancelShipment(id, null, byStaff)])
  expect(results.toSorted()).toEqual(['changed', 'not-possible'])
})

test('a direct shipment can be cancelled, and a cancelled shipment does not change the withdrawal term', async () => {
  const order = await makePaidOrder()
  const findChance = () => findWithdrawalChance(order, '2026-11-20')
  const chanceBefore = await findChance()
  await cancelShipment(await makeShipment(order), null, byStaff)
  expect(await findChance()).toEqual(chanceBefore)
  const directShipmentId = await createShipment(
    {
      profileId: order.profileId,
      ownerUserId: await makeStaff(),
      type: 'SIMPLES',
      value: null,
      note: null,
      creationDate: '2026-11-04',
      contents: { address },
    },
    byStaff,
  )
  expect(await cancelShipment(directShipmentId, null, byStaff)).toBe('changed')
  const { count } = await db
    .selectFrom('shipments')
    .select((eb) => eb.fn.count<number>('cancelled_at').as('count'))
    .executeTakeFirstOrThrow()
  expect(count).toBeGreaterThan(1)
})
