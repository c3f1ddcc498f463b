import { expect, test } from 'vitest'
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

async function makeEveryKind() {
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
  const { ids, orderId } = await makeEveryKind()
  expect(await confirmPayment(orderId, byStaff, '2028-02-29')).toBe('changed')
  const rows = await listSubscriptions()
  expect(ids.map((id) => rows.find((row) => row.publication_id === id))).toMatchObject([
    { status: 1, due: null },
    { status: 1, due: '2029-02-28' },
    { status: 2, due: null },
    { status: 2, due: '2029-02-28' },
    { status: 5, due: '2029-02-28' },
  ])
  expect(rows.every((row) => row.starts_on === '2028-02-29' && row.suspended_at === null)).toBe(true)
  const order = await db.selectFrom('orders').selectAll().executeTakeFirstOrThrow()
  expect(order).toMatchObject({ status: 2, paid_on: '2028-02-29' })
  expect(await countMails()).toBe(1)
  expect(await listHistory('order', orderId)).toMatchObject([
    { action: 'placed' },
    { action: 'paid', details: JSON.stringify({ source: 'command-line', from: 1, on: '2028-02-29' }) },
  ])
})

test('releases a publication as sold, even if it changed later', async () => {
  const { orderId } = await makeOrder({ [await makePublication({ is_signature: true })]: 1 })
  await db.updateTable('publications').set({ is_signature: false, price_signature: null }).execute()
  await confirmPayment(orderId, byStaff, '2026-11-21')
  expect(await listSubscriptions()).toMatchObject([{ status: 2, due: '2027-11-21' }])
})

test('releases three copies once as three units for twenty events of one payment', async () => {
  const { orderId } = await makeOrder({ [await makePublication()]: 3 })
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => confirmPayment(orderId, byStaff, '2026-11-21')),
  )
  expect(answers.filter((answer) => answer === 'changed')).toHaveLength(1)
  expect(answers.filter((answer) => answer === 'already')).toHaveLength(19)
  expect(await listSubscriptions()).toHaveLength(3)
  expect(await countMails()).toBe(1)
})

test('leaving the paid state suspends units, and returning restores them without a second mail', async () => {
  const { orderId } = await makeOrder({ [await makePublication({ is_signature: true })]: 2 })
  await confirmPayment(orderId, byStaff, '2026-11-21')
  const before = await listSubscriptions()
  expect(await reopenOrder(orderId, byStaff)).toBe('changed')
  expect((await listSubscriptions()).every((row) => row.suspended_at !== null)).toBe(true)
  expect(await cancelOrder(orderId, byStaff)).toBe('changed')
  expect(await confirmPayment(orderId, byStaff, '2027-01-05')).toBe('changed')
  expect(await listSubscriptions()).toEqual(
    before.map((unit) => ({ ...unit, lock_version: 2, updated_at: expect.any(Date) })),
  )
  expect(await countMails()).toBe(1)
})

test('uses the day of the last payment for a reopened order', async () => {
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
  const rejected = await makeOrder({ [await makeDownload()]: 1 })
  await db
    .updateTable('orders')
    .set({ status: 3, reason: 'A foto não mostra a plaqueta.' })
    .where('id', '=', rejected.orderId)
    .execute()
  expect(await confirmPayment(rejected.orderId, byStaff, '2026-11-21')).toBe('not-possible')
})

test('does not reopen an order cancelled before its boleto, because its photo may be unchecked', async () => {
  const { orderId } = await makeOrder({ [await makeDownload()]: 1 })
  await db.updateTable('orders').set({ status: 4 }).where('id', '=', orderId).execute()
  expect(await cancelOrder(orderId, byStaff)).toBe('changed')
  expect(await reopenOrder(orderId, byStaff)).toBe('not-possible')
  expect(await confirmPayment(orderId, byStaff, '2026-11-21')).toBe('not-possible')
})

test('rejects confirming an order under review, and reports an unknown order', async () => {
  const { orderId } = await makeOrder({ [await makeDownload()]: 1 })
  await db.updateTable('orders').set({ status: 4 }).where('id', '=', orderId).execute()
  expect(await confirmPayment(orderId, byStaff, '2026-11-21')).toBe('not-possible')
  expect(await confirmPayment(4_000_000, byStaff, '2026-11-21')).toBe('unknown-order')
  expect(await listSubscriptions()).toEqual([])
})

test('ignores a change from an outdated status', async () => {
  const { orderId } = await makeEveryKind()
  await confirmPayment(orderId, byStaff, '2026-11-21')
  const shownState = { status: 1 }
  expect(await cancelOrder(orderId, byStaff, new Date(), { shownState })).toBe('outdated')
  expect(await reopenOrder(orderId, byStaff, new Date(), shownState)).toBe('outdated')
  expect((await listSubscriptions()).every(({ suspended_at }) => suspended_at === null)).toBe(true)
  expect(await cancelOrder(orderId, byStaff, new Date(), { shownState: { status: 2 } })).toBe('changed')
})
