import { expect, test } from 'vitest'
import { confirmPayment, reopenOrder } from '#app/models/orders/order-status.server.ts'
import {
  findWithdrawal,
  findWithdrawalChance,
  requestWithdrawal,
} from '#app/models/orders/withdrawal.server.ts'
import { answerWithdrawal } from '#app/models/orders/withdrawal-answer.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { listHistory } from '#app/models/platform/history.server.ts'
import { listSelectableOrders } from '#app/models/shipments/shipment-contents.server.ts'
import { markDelivered, markSent } from '#app/models/shipments/shipment-status.server.ts'
import { byStaff } from '#tests/factories/actors.ts'
import { getProfileId, makeOrder } from '#tests/factories/orders.ts'
import { makeDownload } from '#tests/factories/publications.ts'
import { makePaidOrder, makeShipment, type PaidOrder, trackCode } from '#tests/factories/shipments.ts'
import { rejection } from '#tests/factories/withdrawals.ts'

const byCustomer = { actorUserId: null, source: 'customer' }
const listQueued = async () =>
  (
    await db
      .selectFrom('outbox')
      .select(['job', 'subject'])
      .where('job', 'like', '%withdrawal')
      .orderBy('id')
      .execute()
  ).map(({ job, subject }) => `${job} ${subject}`)

/** Creates an order that was delivered on the 20th and can be returned until the 27th. */
async function makeDeliveredOrder() {
  const order = await makePaidOrder('2026-11-02')
  const id = await makeShipment(order)
  await markSent(id, { date: '2026-11-05', trackCode }, byStaff)
  await markDelivered(id, '2026-11-20', byStaff)
  return order
}

const makeWish = ({ orderId, profileId, lineIds }: PaidOrder) => ({
  orderId,
  profileId,
  lineIds,
  reason: 'Comprei a versão errada.',
  refundTo: 'ana@exemplo.test',
})

test('accepts a withdrawal before arrival and until seven days after it', async () => {
  const order = await makePaidOrder('2026-11-02')
  expect(await findWithdrawalChance(order, '2027-01-01')).toMatchObject({ isPossible: true, lastDay: null })
  const arrived = await makeDeliveredOrder()
  expect(await findWithdrawalChance(arrived, '2026-11-27')).toMatchObject({
    isPossible: true,
    lastDay: '2026-11-27',
  })
  expect(await findWithdrawalChance(arrived, '2026-11-28')).toMatchObject({ isPossible: false })
  expect(await requestWithdrawal(makeWish(arrived), byCustomer, '2026-11-28')).toBe('too-late')
  expect(await listQueued()).toEqual([])
})

test('twenty clicks create one request with one number, one receipt and one task', async () => {
  const order = await makeDeliveredOrder()
  const numbers = await Promise.all(
    Array.from({ length: 20 }, () => requestWithdrawal(makeWish(order), byCustomer, '2026-11-27')),
  )
  const ids = numbers.map((answer) => (typeof answer === 'string' ? 0 : answer.id))
  const [id = 0] = ids
  expect(new Set(ids).size).toBe(1)
  expect(numbers.filter((answer) => typeof answer !== 'string' && answer.isNew)).toHaveLength(1)
  expect(await listQueued()).toEqual([`acknowledge-withdrawal ${id}`, `forward-withdrawal ${id}`])
  const events = await listHistory('order', order.orderId)
  expect(events.filter((event) => event.action === 'withdrawal-requested')).toHaveLength(1)
  expect(JSON.stringify(events)).not.toContain('ana@exemplo.test')
  expect(await findWithdrawal(id)).toMatchObject({
    orderId: order.orderId,
    reason: 'Comprei a versão errada.',
    refundTo: 'ana@exemplo.test',
    lines: [{}, {}, {}],
  })
})

const requestReturn = async (order: PaidOrder, lineIds: number[], day = '2026-11-21') => {
  const answer = await requestWithdrawal({ ...makeWish(order), lineIds }, byCustomer, day)
  return typeof answer === 'string' ? Promise.reject(new Error(answer)) : answer
}

test('accepts each copy once, even in a second request while the first is open', async () => {
  const order = await makeDeliveredOrder()
  const [one = 0, ...others] = order.lineIds
  const first = await requestReturn(order, [one])
  const chance = await findWithdrawalChance(order, '2026-11-21')
  expect(chance).toMatchObject({ isPossible: true, requests: [{ id: first.id, handledAt: null }] })
  expect(chance?.lines.map((line) => line.id)).toEqual(others)
  expect(await requestReturn(order, [one])).toEqual({ id: first.id, isNew: false })
  expect(await requestReturn(order, [one], '2027-02-01')).toEqual({ id: first.id, isNew: false })
  const second = await requestReturn(order, order.lineIds)
  expect(second.isNew).toBe(true)
  expect((await findWithdrawal(second.id))?.lines).toHaveLength(2)
  expect(await listQueued()).toEqual(
    [first.id, second.id].flatMap((id) => [`acknowledge-withdrawal ${id}`, `forward-withdrawal ${id}`]),
  )
  expect(await findWithdrawalChance(order, '2026-11-21')).toMatchObject({ isPossible: false, lines: [] })
})

const listSelectable = async ({ profileId }: PaidOrder) =>
  (await listSelectableOrders(profileId)).flatMap(({ lines }) => lines.map(({ id }) => id))
const listSuspended = async () =>
  (
    await db
      .selectFrom('subscriptions')
      .select('order_line_id')
      .where('suspended_at', 'is not', null)
      .execute()
  ).map((row) => row.order_line_id)

test('suspends a unit during a withdrawal and restores it after a rejection', async () => {
  const order = await makePaidOrder('2026-11-02')
  const [one = 0, two = 0, three = 0] = order.lineIds
  const [first, second] = [
    await requestReturn(order, [one], '2026-11-03'),
    await requestReturn(order, [two], '2026-11-03'),
  ]
  expect(await listSelectable(order)).toEqual([three])
  expect(await answerWithdrawal(first.id, { outcome: 'accepted' }, byStaff)).toBe(true)
  expect(await answerWithdrawal(first.id, rejection, byStaff)).toBe(false)
  expect(await answerWithdrawal(second.id, rejection, byStaff)).toBe(true)
  expect(await listSuspended()).toEqual([one])
  expect(await listSelectable(order)).toEqual([two, three])
  expect((await findWithdrawalChance(order, '2026-11-03'))?.lines.map(({ id }) => id)).toEqual([two, three])
  await reopenOrder(order.orderId, byStaff)
  await confirmPayment(order.orderId, byStaff, '2026-11-10')
  expect(await listSuspended()).toEqual([one])
  const events = (await listHistory('order', order.orderId)).map(({ action }) => action)
  expect(events.filter((action) => action.startsWith('withdrawal-'))).toEqual([
    'withdrawal-requested',
    'withdrawal-requested',
    'withdrawal-handled',
    'withdrawal-refused',
  ])
})

test('a later revision by post does not restart the withdrawal term', async () => {
  const order = await makeDeliveredOrder()
  await db.updateTable('subscriptions').set({ status: 2 }).where('due', 'is not', null).execute()
  const revision = await makeShipment(order)
  expect(await findWithdrawalChance(order, '2027-03-01')).toMatchObject({ isPossible: false })
  await markSent(revision, { date: '2027-03-01', trackCode }, byStaff)
  await markDelivered(revision, '2027-03-08', byStaff)
  const chance = await findWithdrawalChance(order, '2027-03-09')
  expect(chance).toMatchObject({ isPossible: false, lastDay: '2026-11-27' })
})

test('restarts the withdrawal term when an order is paid again', async () => {
  const { orderId, userId } = await makeOrder({ [await makeDownload()]: 1 })
  const ownOrder = { orderId, profileId: await getProfileId(userId) }
  await confirmPayment(orderId, byStaff, '2026-11-02')
  await reopenOrder(orderId, byStaff)
  await confirmPayment(orderId, byStaff, '2026-11-20')
  expect(await findWithdrawalChance(ownOrder, '2026-11-21')).toMatchObject({ lastDay: '2026-11-27' })
})

test('accepts a withdrawal only from the owner, only of the order’s lines, only when paid', async () => {
  const [order, other] = [await makeDeliveredOrder(), await makeDeliveredOrder()]
  const otherWish = { ...makeWish(order), profileId: other.profileId }
  expect(await findWithdrawalChance(otherWish, '2026-11-21')).toBeUndefined()
  expect(await requestWithdrawal(otherWish, byCustomer, '2026-11-21')).toBe('unknown-order')
  const foreignRequest = { ...makeWish(order), lineIds: other.lineIds }
  expect(await requestWithdrawal(foreignRequest, byCustomer, '2026-11-21')).toBe('no-lines')
  const unpaid = await makeOrder({ [await makeDownload()]: 1 })
  const unpaidOrder = { orderId: unpaid.orderId, profileId: await getProfileId(unpaid.userId) }
  expect(await findWithdrawalChance(unpaidOrder, '2026-11-21')).toMatchObject({
    isPaid: false,
    isPossible: false,
  })
})
