import { expect, test } from 'vitest'
import { cancelOrder, confirmPayment, reopenOrder } from '#app/models/orders/order-status.server.ts'
import { requestWithdrawal } from '#app/models/orders/withdrawal.server.ts'
import { answerWithdrawal } from '#app/models/orders/withdrawal-answer.server.ts'
import { findShipment, updateShipment } from '#app/models/shipments/shipment.server.ts'
import { listBlockedLines } from '#app/models/shipments/shipment-blocked.server.ts'
import { findShipmentForStaff } from '#app/models/shipments/shipment-detail.server.ts'
import { listShipments } from '#app/models/shipments/shipment-list.server.ts'
import { markResent, markReturned, markSent } from '#app/models/shipments/shipment-status.server.ts'
import { matchTrackingCodes } from '#app/models/shipments/tracking-codes.server.ts'
import { byStaff } from '#tests/factories/actors.ts'
import {
  makePaidOrder,
  makeShipment,
  otherTrackCode,
  type PaidOrder,
  trackCode,
} from '#tests/factories/shipments.ts'
import { rejection } from '#tests/factories/withdrawals.ts'

const dispatch = { date: '2026-11-05', trackCode }
const byCustomer = { actorUserId: null, source: 'customer' }

/** Requests the withdrawal of the order's first copy. Returns the id of the request. */
async function requestWithdrawalOfFirstCopy({ orderId, profileId, lineIds }: PaidOrder): Promise<number> {
  const withdrawal = { orderId, profileId, lineIds: lineIds.slice(0, 1), reason: null, refundTo: null }
  const request = await requestWithdrawal(withdrawal, byCustomer, '2026-11-06')
  return typeof request === 'string' ? 0 : request.id
}

test('a shipment with a copy under withdrawal cannot be sent, even after the withdrawal is accepted', async () => {
  const order = await makePaidOrder()
  const id = await makeShipment(order)
  const requestId = await requestWithdrawalOfFirstCopy(order)
  expect(await markSent(id, dispatch, byStaff)).toBe('copy-withdrawn')
  expect((await findShipmentForStaff(id))?.blockedLines).toMatchObject([
    { id: order.lineIds[0], isPaid: true },
  ])
  const listQuery = { page: 1, search: '', status: undefined, sort: 'id', direction: 'descending' } as const
  expect((await listShipments(listQuery)).rows[0]).toMatchObject({ id, isBlocked: true })
  const codes = [{ text: '', numberKind: 'shipment' as const, number: id, code: trackCode }]
  expect(await matchTrackingCodes(codes, '2026-11-05')).toMatchObject([{ verdict: 'blocked' }])
  await answerWithdrawal(requestId, { outcome: 'accepted' }, byStaff)
  expect(await markSent(id, dispatch, byStaff)).toBe('copy-withdrawn')
})

test('sends a shipment after its withdrawn copy was taken out, or after the withdrawal was rejected', async () => {
  const [order, otherOrder] = [await makePaidOrder(), await makePaidOrder()]
  const [id, secondId] = [await makeShipment(order), await makeShipment(otherOrder)]
  await requestWithdrawalOfFirstCopy(order)
  const contents = { orderIds: [order.orderId], lineIds: order.lineIds.slice(1) }
  await updateShipment(id, { contents }, byStaff)
  expect((await findShipment(id))?.lines.map((line) => line.id)).toEqual(order.lineIds.slice(1))
  expect(await markSent(id, dispatch, byStaff)).toBe('changed')
  await answerWithdrawal(await requestWithdrawalOfFirstCopy(otherOrder), rejection, byStaff)
  expect(await listBlockedLines([secondId])).toEqual([])
  expect(await markSent(secondId, { ...dispatch, trackCode: otherTrackCode }, byStaff)).toBe('changed')
})

test('the copies of a cancelled order block dispatch, and those of a reopened order until it is paid again', async () => {
  const order = await makePaidOrder()
  const id = await makeShipment(order)
  await cancelOrder(order.orderId, byStaff)
  expect((await listBlockedLines([id])).map(({ id: lineId, isPaid }) => [lineId, isPaid])).toEqual(
    order.lineIds.map((lineId) => [lineId, false]),
  )
  expect(await markSent(id, dispatch, byStaff)).toBe('order-not-paid')
  const secondOrder = await makePaidOrder()
  const secondId = await makeShipment(secondOrder)
  await reopenOrder(secondOrder.orderId, byStaff)
  // All copies of the order.
  expect(await listBlockedLines([secondId])).toHaveLength(3)
  await confirmPayment(secondOrder.orderId, byStaff, '2026-11-05')
  expect(await listBlockedLines([secondId])).toEqual([])
})

test('a returned shipment with a withdrawn copy cannot be resent', async () => {
  const order = await makePaidOrder()
  const id = await makeShipment(order)
  await markSent(id, dispatch, byStaff)
  await markReturned(id, '2026-11-06', byStaff)
  await requestWithdrawalOfFirstCopy(order)
  expect(await markResent(id, { ...dispatch, date: '2026-11-07' }, byStaff)).toBe('copy-withdrawn')
})
