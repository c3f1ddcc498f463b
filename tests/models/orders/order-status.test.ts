import { expect, test } from 'vitest'
import { orderStatus } from '#app/domain/orders/order-status.ts'
import { subscriptionStatus } from '#app/domain/subscriptions/subscription.ts'
import { issueBoleto } from '#app/jobs/charges/issue-boleto.server.ts'
import { cancelOrder, confirmPayment, reopenOrder } from '#app/models/orders/order-status.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { listHistory } from '#app/models/platform/history.server.ts'
import { byStaff } from '#tests/factories/actors.ts'
import { makeOrder } from '#tests/factories/orders.ts'
import { makeDownload, makePublication } from '#tests/factories/publications.ts'
import { openShop } from '#tests/factories/shop.ts'

const listSubscriptions = () => db.selectFrom('subscriptions').selectAll().orderBy('id').execute()
const countMails = async () =>
  (await db.selectFrom('outbox').select('job').where('job', '=', 'mail-payment-confirmed').execute()).length

/** Places an order of every kind of publication: two downloads and three printed ones. */
async function makeOrderOfEveryKind() {
  const ids = [
    await makeDownload(),
    await makeDownload({ is_signature: true, price_signature: 1 }),
    await makePublication(),
    await makePublication({ is_signature: true }),
    await makePublication({ is_signature: true, is_sent_immediately: false }),
  ]
  const order = await makeOrder(Object.fromEntries(ids.map((id) => [id, 1])))
  return { ids, ...order }
}

test('a payment releases every unit with its status and due date', async () => {
  const { ids, orderId } = await makeOrderOfEveryKind()
  expect(await confirmPayment(orderId, byStaff, '2028-02-29')).toBe('changed')
  const units = await listSubscriptions()
  expect(ids.map((id) => units.find((unit) => unit.publication_id === id))).toMatchObject([
    { status: subscriptionStatus.downloadReleased, due: null },
    { status: subscriptionStatus.downloadReleased, due: '2029-02-28' },
    { status: subscriptionStatus.awaitingDispatch, due: null },
    { status: subscriptionStatus.awaitingDispatch, due: '2029-02-28' },
    { status: subscriptionStatus.active, due: '2029-02-28' },
  ])
  expect(units.every((unit) => unit.starts_on === '2028-02-29' && unit.suspended_at === null)).toBe(true)
  const order = await db.selectFrom('orders').selectAll().executeTakeFirstOrThrow()
  expect(order).toMatchObject({ status: orderStatus.confirmed, paid_on: '2028-02-29' })
  expect(await countMails()).toBe(1)
  expect(await listHistory('order', orderId)).toMatchObject([
    { action: 'placed' },
    {
      action: 'paid',
      details: JSON.stringify({ source: 'command-line', from: orderStatus.pendingPayment, on: '2028-02-29' }),
    },
  ])
})

test('a payment releases a publication as sold, even if it changed later', async () => {
  const { orderId } = await makeOrder({ [await makePublication({ is_signature: true })]: 1 })
  await db.updateTable('publications').set({ is_signature: false, price_signature: null }).execute()
  await confirmPayment(orderId, byStaff, '2026-11-21')
  expect(await listSubscriptions()).toMatchObject([
    { status: subscriptionStatus.awaitingDispatch, due: '2027-11-21' },
  ])
})

test('twenty concurrent confirmations of one payment release three copies once, as three units', async () => {
  const { orderId } = await makeOrder({ [await makePublication()]: 3 })
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => confirmPayment(orderId, byStaff, '2026-11-21')),
  )
  expect(answers.filter((answer) => answer === 'changed')).toHaveLength(1)
  expect(answers.filter((answer) => answer === 'already')).toHaveLength(19)
  expect(await listSubscriptions()).toHaveLength(3)
  expect(await countMails()).toBe(1)
})

test('reopening a paid order suspends its units, and a new payment restores them without a second mail', async () => {
  const { orderId } = await makeOrder({ [await makePublication({ is_signature: true })]: 2 })
  await confirmPayment(orderId, byStaff, '2026-11-21')
  const unitsBefore = await listSubscriptions()
  expect(await reopenOrder(orderId, byStaff)).toBe('changed')
  expect((await listSubscriptions()).every((unit) => unit.suspended_at !== null)).toBe(true)
  expect(await cancelOrder(orderId, byStaff)).toBe('changed')
  expect(await confirmPayment(orderId, byStaff, '2027-01-05')).toBe('changed')
  expect(await listSubscriptions()).toEqual(
    unitsBefore.map((unit) => ({ ...unit, lock_version: 2, updated_at: expect.any(Date) })),
  )
  expect(await countMails()).toBe(1)
})

test('a reopened order is paid on the day of its last payment, and its units stay dated on the first', async () => {
  const { orderId } = await makeOrder({ [await makePublication({ is_signature: true })]: 2 })
  const loadPaidOn = async () =>
    (await db.selectFrom('orders').select('paid_on').where('id', '=', orderId).executeTakeFirst())?.paid_on
  await confirmPayment(orderId, byStaff, '2026-01-30')
  await reopenOrder(orderId, byStaff)
  expect(await confirmPayment(orderId, byStaff, '2026-02-12')).toBe('changed')
  expect(await loadPaidOn()).toBe('2026-02-12')
  const units = await listSubscriptions()
  expect(units.map(({ starts_on, due, suspended_at }) => [starts_on, due, suspended_at])).toEqual([
    ['2026-01-30', '2027-01-30', null],
    ['2026-01-30', '2027-01-30', null],
  ])
  expect(await confirmPayment(orderId, byStaff, '2026-03-01')).toBe('already')
  expect(await loadPaidOn()).toBe('2026-02-12')
})

test('a late payment confirms a cancelled order, but not a rejected one', async () => {
  await openShop()
  const lateOrder = await makeOrder({ [await makeDownload()]: 1 })
  await issueBoleto.run(String(lateOrder.orderId), { id: 1 })
  await cancelOrder(lateOrder.orderId, byStaff)
  expect(await confirmPayment(lateOrder.orderId, byStaff, '2026-11-21')).toBe('changed')
  const rejectedOrder = await makeOrder({ [await makeDownload()]: 1 })
  await db
    .updateTable('orders')
    .set({ status: orderStatus.cancelled, reason: 'A foto não mostra a plaqueta.' })
    .where('id', '=', rejectedOrder.orderId)
    .execute()
  expect(await confirmPayment(rejectedOrder.orderId, byStaff, '2026-11-21')).toBe('not-possible')
})

test('an order cancelled before its boleto cannot be reopened, because its photo may be unchecked', async () => {
  const { orderId } = await makeOrder({ [await makeDownload()]: 1 })
  await db.updateTable('orders').set({ status: orderStatus.underReview }).where('id', '=', orderId).execute()
  expect(await cancelOrder(orderId, byStaff)).toBe('changed')
  expect(await reopenOrder(orderId, byStaff)).toBe('not-possible')
  expect(await confirmPayment(orderId, byStaff, '2026-11-21')).toBe('not-possible')
})

test('a payment confirms neither an order under review nor an unknown order', async () => {
  const { orderId } = await makeOrder({ [await makeDownload()]: 1 })
  await db.updateTable('orders').set({ status: orderStatus.underReview }).where('id', '=', orderId).execute()
  expect(await confirmPayment(orderId, byStaff, '2026-11-21')).toBe('not-possible')
  const unknownOrderId = 4_000_000
  expect(await confirmPayment(unknownOrderId, byStaff, '2026-11-21')).toBe('unknown-order')
  expect(await listSubscriptions()).toEqual([])
})

test('rejects a change of an order whose shown status is outdated', async () => {
  const { orderId } = await makeOrderOfEveryKind()
  await confirmPayment(orderId, byStaff, '2026-11-21')
  const shownState = { status: orderStatus.pendingPayment }
  expect(await cancelOrder(orderId, byStaff, new Date(), { shownState })).toBe('outdated')
  expect(await reopenOrder(orderId, byStaff, new Date(), shownState)).toBe('outdated')
  expect((await listSubscriptions()).every(({ suspended_at }) => suspended_at === null)).toBe(true)
  expect(
    await cancelOrder(orderId, byStaff, new Date(), { shownState: { status: orderStatus.confirmed } }),
  ).toBe('changed')
})
