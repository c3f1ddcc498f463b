import { expect, test } from 'vitest'
import type { SlipEvent } from '#app/domain/charges/slip-state.ts'
import { addDays, civilDateIn } from '#app/domain/platform/calendar.ts'
import { careForSlips } from '#app/jobs/charges/care-for-slips.server.ts'
import { issueBoleto } from '#app/jobs/charges/issue-boleto.server.ts'
import { changeSlip } from '#app/models/charges/slip-state.server.ts'
import { findOrderForPayment } from '#app/models/orders/order.server.ts'
import { receivePayment } from '#app/models/payments/payment.server.ts'
import { renewSlip } from '#app/models/payments/slip-life.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { listHistory } from '#app/models/platform/history.server.ts'
import { profileOf } from '#tests/factories/orders.ts'
import { openShop } from '#tests/factories/shop.ts'
import { giveSlip, makeOrderWithSlip, slipOf } from '#tests/factories/slips.ts'
import { byStaff } from '#tests/factories/subscriptions.ts'

const now = new Date()
const today = civilDateIn(now)
const byCustomer = { actorUserId: null, source: 'customer' }

const mailsOf = async (job: string) =>
  (await db.selectFrom('outbox').select('subject').where('job', '=', job).execute()).map((row) =>
    Number(row.subject),
  )

/** An order whose slip was due so many days ago. */
async function dueDaysAgo(days: number) {
  const order = await makeOrderWithSlip()
  const state = 'registered' as const
  const made = { state, due_date: addDays(today, -days), document_date: addDays(today, -days - 3) }
  await db.updateTable('boletos').set(made).where('id', '=', order.slip.id).execute()
  await db.updateTable('outbox').set({ done_at: now }).where('job', '=', 'issue-boleto').execute()
  return order
}

test('three days after it was due a slip is given up and its buyer told, not a day before', async () => {
  const [third, fourth] = [await dueDaysAgo(3), await dueDaysAgo(4)]
  expect(await careForSlips.run(now)).toEqual({ reminders: 0, slipsExpired: 1, ordersUnpaid: 0 })
  expect(await slipOf(third.orderId)).toMatchObject({ retired_at: null })
  expect(await slipOf(fourth.orderId)).toMatchObject({ retired_why: 'expired' })
  expect(await mailsOf('tell-slip-expired')).toEqual([fourth.slip.id])
  expect(await careForSlips.run(now)).toEqual({ reminders: 0, slipsExpired: 0, ordersUnpaid: 0 })
})

test('a slip due by the next working day is reminded of once', async () => {
  const { slip } = await dueDaysAgo(0)
  expect(await careForSlips.run(now)).toMatchObject({ reminders: 1 })
  expect(await careForSlips.run(now)).toMatchObject({ reminders: 0 })
  expect(await mailsOf('tell-slip-due')).toEqual([slip.id])
})

test('after thirty days the order is cancelled as not paid, without a reason, and its buyer told', async () => {
  const [thirtieth, later] = [await dueDaysAgo(30), await dueDaysAgo(31)]
  expect(await careForSlips.run(now)).toMatchObject({ ordersUnpaid: 1 })
  const orders = await db.selectFrom('orders').select(['id', 'status', 'reason']).orderBy('id').execute()
  expect(orders).toEqual([
    { id: thirtieth.orderId, status: 1, reason: null },
    { id: later.orderId, status: 3, reason: null },
  ])
  const last = (await listHistory('order', later.orderId)).find(({ action }) => action === 'cancelled')
  expect(JSON.parse(last?.details ?? '{}')).toMatchObject({ note: 'unpaid', source: 'shop' })
  expect(await mailsOf('tell-order-unpaid')).toEqual([later.orderId])
})

test('an order whose money waits for the staff is not cancelled', async () => {
  const { orderId, slip } = await dueDaysAgo(40)
  const facts = { eventKey: 'bank/1', source: 'bank-file', paidOn: today, creditedOn: null } as const
  await receivePayment({ ...facts, boletoId: slip.id, value: 1 }, byStaff, today)
  expect(await careForSlips.run(now)).toMatchObject({ slipsExpired: 0, ordersUnpaid: 0 })
  const order = await db.selectFrom('orders').select('status').where('id', '=', orderId).executeTakeFirst()
  expect(order?.status).toBe(1)
})

test('the customer gets another slip once the old one is overdue, and only one', async () => {
  await openShop()
  const { orderId, userId, slip } = await dueDaysAgo(1)
  const profileId = await profileOf(userId)
  const wishes = Array.from({ length: 10 }, () => renewSlip(orderId, { profileId }, byCustomer))
  expect(new Set(await Promise.all(wishes))).toEqual(new Set(['renewed']))
  await Promise.all(Array.from({ length: 5 }, () => issueBoleto.run(String(orderId), { id: 1 })))
  const next = await slipOf(orderId)
  expect(next).toMatchObject({ ordinal: 1, state: 'made', retired_at: null })
  expect(next.due_date > today).toBe(true)
  expect(await db.selectFrom('boletos').select('id').execute()).toHaveLength(2)
  expect(await mailsOf('tell-slip-renewed')).toEqual([next.id])
  expect(next.line).not.toBe(slip.line)
  expect(await renewSlip(orderId, { profileId }, byCustomer)).toBe('still-good')
})

test('another customer’s order is unknown, and a paid one needs no slip', async () => {
  const { orderId, userId } = await dueDaysAgo(1)
  expect(await renewSlip(orderId, { profileId: (await profileOf(userId)) + 1 }, byCustomer)).toBe(
    'unknown-order',
  )
  await db.updateTable('orders').set({ status: 2 }).where('id', '=', orderId).execute()
  expect(await renewSlip(orderId, {}, byStaff)).toBe('not-possible')
})

test('staff choose the day a new slip is due', async () => {
  await openShop()
  const { orderId } = await makeOrderWithSlip()
  const dueDate = addDays(today, 20)
  expect(await renewSlip(orderId, { dueDate }, byStaff)).toBe('renewed')
  await issueBoleto.run(String(orderId), { id: 1 })
  expect(await slipOf(orderId)).toMatchObject({ ordinal: 1, due_date: dueDate })
})

test('a slip the bank refused waits for the staff', async () => {
  await openShop()
  const { orderId, userId, slip } = await dueDaysAgo(1)
  await db.updateTable('boletos').set({ state: 'sent' }).where('id', '=', slip.id).execute()
  await db.transaction().execute((trx) => changeSlip(trx, slip.id, 'rejected', byStaff, { rejection: '82' }))
  expect(await renewSlip(orderId, { profileId: await profileOf(userId) }, byCustomer)).toBe('not-possible')
  expect(await slipOf(orderId)).toMatchObject({ state: 'rejected', rejection: '82' })
  expect(await renewSlip(orderId, {}, byStaff)).toBe('renewed')
})

test('money that waits for the staff keeps an order whose newer slip nobody paid', async () => {
  const { orderId, slip } = await dueDaysAgo(60)
  await renewSlip(orderId, {}, byStaff)
  const next = await giveSlip(orderId)
  await db.updateTable('outbox').set({ done_at: now }).where('job', '=', 'issue-boleto').execute()
  const made = { due_date: addDays(today, -40), document_date: addDays(today, -43) }
  await db.updateTable('boletos').set(made).where('id', '=', next.id).execute()
  const facts = { eventKey: 'bank/1', source: 'bank-file', paidOn: today, creditedOn: null } as const
  await receivePayment({ ...facts, boletoId: slip.id, value: slip.value - 1 }, byStaff, today)
  expect(await careForSlips.run(now)).toMatchObject({ ordersUnpaid: 0 })
  await db.updateTable('payments').set({ resolution: 'dismissed', resolved_at: now }).execute()
  expect(await careForSlips.run(now)).toMatchObject({ ordersUnpaid: 1 })
})

test('who has just asked for another slip is not cancelled before it is made', async () => {
  const { orderId } = await dueDaysAgo(31)
  await renewSlip(orderId, {}, byCustomer)
  expect(await careForSlips.run(now)).toMatchObject({ ordersUnpaid: 0 })
  await db.updateTable('outbox').set({ done_at: now }).where('job', '=', 'issue-boleto').execute()
  expect(await careForSlips.run(now)).toMatchObject({ ordersUnpaid: 1 })
})

test('a wrongly paid slip whose money went back is over: another one can be made', async () => {
  await openShop()
  const { orderId, userId, slip } = await makeOrderWithSlip()
  const profileId = await profileOf(userId)
  const facts = { eventKey: 'bank/1', source: 'bank-file', paidOn: today, creditedOn: null } as const
  await receivePayment({ ...facts, boletoId: slip.id, value: 1 }, byStaff, today)
  expect(await renewSlip(orderId, { profileId }, byCustomer)).toBe('not-possible')
  await db.updateTable('payments').set({ resolution: 'dismissed', resolved_at: now }).execute()
  expect((await findOrderForPayment(orderId, profileId))?.slip?.state).toBe('written-off')
  expect(await renewSlip(orderId, { profileId }, byCustomer)).toBe('renewed')
  await issueBoleto.run(String(orderId), { id: 1 })
  expect(await slipOf(orderId)).toMatchObject({ ordinal: 1, state: 'made' })
})

test('a slip its bank gave up by itself is told of like one that expired', async () => {
  const { slip } = await makeOrderWithSlip()
  await db.transaction().execute((trx) => changeSlip(trx, slip.id, 'written-off', byStaff))
  expect(await mailsOf('tell-slip-expired')).toEqual([slip.id])
})

test('who saw that a slip could not be paid hears when the bank takes it after all', async () => {
  const { slip } = await makeOrderWithSlip()
  const change = (event: SlipEvent, facts = {}) =>
    db.transaction().execute((trx) => changeSlip(trx, slip.id, event, byStaff, facts))
  await change('rejected', { rejection: '82' })
  await change('made-again')
  expect(await mailsOf('tell-slip-registered')).toEqual([])
  await change('registered')
  expect(await mailsOf('tell-slip-registered')).toEqual([slip.id])
})

test('a wish for another slip sent twice is one slip', async () => {
  await openShop()
  const { orderId, slip } = await makeOrderWithSlip()
  const wish = () => renewSlip(orderId, { dueDate: addDays(today, 9), seenSlipId: slip.id }, byStaff)
  expect(await wish()).toBe('renewed')
  expect(await wish()).toBe('still-good')
  await issueBoleto.run(String(orderId), { id: 1 })
  expect(await wish()).toBe('still-good')
  expect(await db.selectFrom('boletos').select('id').execute()).toHaveLength(2)
})

test('nobody is reminded of a slip no bank was told of', async () => {
  const { slip } = await dueDaysAgo(0)
  await db.updateTable('boletos').set({ state: 'made' }).where('id', '=', slip.id).execute()
  expect(await careForSlips.run(now)).toMatchObject({ reminders: 0 })
})
