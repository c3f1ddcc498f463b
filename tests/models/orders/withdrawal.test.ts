import { expect, test } from 'vitest'
import { subscriptionStatus } from '#app/domain/subscriptions/subscription.ts'
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
const listWithdrawalJobs = async () =>
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

const makeRequest = ({ orderId, profileId, lineIds }: PaidOrder) => ({
  orderId,
  profileId,
  lineIds,
  reason: 'Comprei a versão errada.',
  refundTo: 'ana@exemplo.test',
})

test('accepts a withdrawal before the delivery and until seven days after it', async () => {
  const order = await makePaidOrder('2026-11-02')
  expect(await findWithdrawalChance(order, '2027-01-01')).toMatchObject({ isPossible: true, lastDay: null })
  const deliveredOrder = await makeDeliveredOrder()
  expect(await findWithdrawalChance(deliveredOrder, '2026-11-27')).toMatchObject({
    isPossible: true,
    lastDay: '2026-11-27',
  })
  expect(await findWithdrawalChance(deliveredOrder, '2026-11-28')).toMatchObject({ isPossible: false })
  expect(await requestWithdrawal(makeRequest(deliveredOrder), byCustomer, '2026-11-28')).toBe('too-late')
  expect(await listWithdrawalJobs()).toEqual([])
})

test('twenty clicks create one request with one number, one receipt and one task', async () => {
  const order = await makeDeliveredOrder()
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => requestWithdrawal(makeRequest(order), byCustomer, '2026-11-27')),
  )
  const ids = answers.map((answer) => (typeof answer === 'string' ? 0 : answer.id))
  const [id = 0] = ids
  expect(new Set(ids).size).toBe(1)
  expect(answers.filter((answer) => typeof answer !== 'string' && answer.isNew)).toHaveLength(1)
  expect(await listWithdrawalJobs()).toEqual([`acknowledge-withdrawal ${id}`, `forward-withdrawal ${id}`])
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
  const answer = await requestWithdrawal({ ...makeRequest(order), lineIds }, byCustomer, day)
  return typeof answer === 'string' ? Promise.reject(new Error(answer)) : answer
}

test('accepts each copy once, even in a second request while the first is open', async () => {
  const order = await makeDeliveredOrder()
  const [firstLine = 0, ...otherLines] = order.lineIds
  const firstRequest = await requestReturn(order, [firstLine])
  const chance = await findWithdrawalChance(order, '2026-11-21')
  expect(chance).toMatchObject({ isPossible: true, requests: [{ id: firstRequest.id, handledAt: null }] })
  expect(chance?.lines.map((line) => line.id)).toEqual(otherLines)
  // A repeat returns the same request, even after the term.
  expect(await requestReturn(order, [firstLine])).toEqual({ id: firstRequest.id, isNew: false })
  expect(await requestReturn(order, [firstLine], '2027-02-01')).toEqual({
    id: firstRequest.id,
    isNew: false,
  })
  const secondRequest = await requestReturn(order, order.lineIds)
  expect(secondRequest.isNew).toBe(true)
  expect((await findWithdrawal(secondRequest.id))?.lines).toHaveLength(2)
  expect(await listWithdrawalJobs()).toEqual(
    [firstRequest.id, secondRequest.id].flatMap((id) => [
      `acknowledge-withdrawal ${id}`,
      `forward-withdrawal ${id}`,
    ]),
  )
  expect(await findWithdrawalChance(order, '2026-11-21')).toMatchObject({ isPossible: false, lines: [] })
})

const listSelectableLines = async ({ profileId }: PaidOrder) =>
  (await listSelectableOrders(profileId)).flatMap(({ lines }) => lines.map(({ id }) => id))
const listSuspendedLines = async () =>
  (
    await db
      .selectFrom('subscriptions')
      .select('order_line_id')
      .where('suspended_at', 'is not', null)
      .execute()
  ).map((row) => row.order_line_id)

test('an open withdrawal blocks shipping its copy; acceptance suspends the unit, and rejection unblocks it', async () => {
  const order = await makePaidOrder('2026-11-02')
  const [firstLine = 0, secondLine = 0, thirdLine = 0] = order.lineIds
  const [firstRequest, secondRequest] = [
    await requestReturn(order, [firstLine], '2026-11-03'),
    await requestReturn(order, [secondLine], '2026-11-03'),
  ]
  expect(await listSelectableLines(order)).toEqual([thirdLine])
  expect(await answerWithdrawal(firstRequest.id, { outcome: 'accepted' }, byStaff)).toBe(true)
  expect(await answerWithdrawal(firstRequest.id, rejection, byStaff)).toBe(false)
  expect(await answerWithdrawal(secondRequest.id, rejection, byStaff)).toBe(true)
  expect(await listSuspendedLines()).toEqual([firstLine])
  expect(await listSelectableLines(order)).toEqual([secondLine, thirdLine])
  expect((await findWithdrawalChance(order, '2026-11-03'))?.lines.map(({ id }) => id)).toEqual([
    secondLine,
    thirdLine,
  ])
  await reopenOrder(order.orderId, byStaff)
  await confirmPayment(order.orderId, byStaff, '2026-11-10')
  expect(await listSuspendedLines()).toEqual([firstLine])
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
  await db
    .updateTable('subscriptions')
    .set({ status: subscriptionStatus.awaitingDispatch })
    .where('due', 'is not', null)
    .execute()
  const revisionShipment = await makeShipment(order)
  expect(await findWithdrawalChance(order, '2027-03-01')).toMatchObject({ isPossible: false })
  await markSent(revisionShipment, { date: '2027-03-01', trackCode }, byStaff)
  await markDelivered(revisionShipment, '2027-03-08', byStaff)
  const chance = await findWithdrawalChance(order, '2027-03-09')
  expect(chance).toMatchObject({ isPossible: false, lastDay: '2026-11-27' })
})

test('a second payment of a reopened order restarts its withdrawal term', async () => {
  const { orderId, userId } = await makeOrder({ [await makeDownload()]: 1 })
  const ownOrder = { orderId, profileId: await getProfileId(userId) }
  await confirmPayment(orderId, byStaff, '2026-11-02')
  await reopenOrder(orderId, byStaff)
  await confirmPayment(orderId, byStaff, '2026-11-20')
  expect(await findWithdrawalChance(ownOrder, '2026-11-21')).toMatchObject({ lastDay: '2026-11-27' })
})

test('allows a withdrawal only to the owner, only for the order’s own lines and only of a paid order', async () => {
  const [order, otherOrder] = [await makeDeliveredOrder(), await makeDeliveredOrder()]
  const requestOfStranger = { ...makeRequest(order), profileId: otherOrder.profileId }
  expect(await findWithdrawalChance(requestOfStranger, '2026-11-21')).toBeUndefined()
  expect(await requestWithdrawal(requestOfStranger, byCustomer, '2026-11-21')).toBe('unknown-order')
  const foreignRequest = { ...makeRequest(order), lineIds: otherOrder.lineIds }
  expect(await requestWithdrawal(foreignRequest, byCustomer, '2026-11-21')).toBe('no-lines')
  const unpaid = await makeOrder({ [await makeDownload()]: 1 })
  const unpaidOrder = { orderId: unpaid.orderId, profileId: await getProfileId(unpaid.userId) }
  expect(await findWithdrawalChance(unpaidOrder, '2026-11-21')).toMatchObject({
    isPaid: false,
    isPossible: false,
  })
})
