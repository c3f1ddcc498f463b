import { expect, test } from 'vitest'
import type { BoletoEvent } from '#app/domain/charges/boleto-state.ts'
import { orderStatus } from '#app/domain/orders/order-status.ts'
import {
  addDays,
  countDaysBetween,
  getPreviousBusinessDay,
  toCivilDate,
} from '#app/domain/platform/calendar.ts'
import { expireBoletos } from '#app/jobs/charges/expire-boletos.server.ts'
import { issueBoleto } from '#app/jobs/charges/issue-boleto.server.ts'
import { changeBoleto } from '#app/models/charges/boleto-state.server.ts'
import { findOrderForPayment } from '#app/models/orders/order.server.ts'
import { cancelUnpaidOrder, renewBoleto } from '#app/models/payments/boleto-renewal.server.ts'
import { receivePayment } from '#app/models/payments/payment.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { listHistory } from '#app/models/platform/history.server.ts'
import { byStaff } from '#tests/factories/actors.ts'
import { getNewestBoleto, giveBoleto, makeOrderWithBoleto } from '#tests/factories/boletos.ts'
import { getProfileId } from '#tests/factories/orders.ts'
import { openShop } from '#tests/factories/shop.ts'

const now = new Date()
const today = toCivilDate(now)
/** The last business day before today. A boleto that was due on a day off could still be payable today. */
const lastDueDate = getPreviousBusinessDay(addDays(today, -1))
const byCustomer = { actorUserId: null, source: 'customer' }

const listMails = async (job: string) =>
  (await db.selectFrom('outbox').select('subject').where('job', '=', job).execute()).map((row) =>
    Number(row.subject),
  )

/** Creates an order whose boleto was due this number of days ago, by default on the last business day before today. */
async function makeOrderDueDaysAgo(days = countDaysBetween(lastDueDate, today)) {
  const order = await makeOrderWithBoleto()
  const state = 'registered' as const
  const dates = { due_date: addDays(today, -days), document_date: addDays(today, -days - 3) }
  const boletoFields = { state, ...dates, payable_until: null }
  await db.updateTable('boletos').set(boletoFields).where('id', '=', order.boleto.id).execute()
  await db.updateTable('outbox').set({ done_at: now }).where('job', '=', 'issue-boleto').execute()
  return order
}

/** Creates an order whose boleto was due on one day and accepted until another. */
async function makeOrderDueOn(dueDate: string, payableUntil: string | null = null) {
  const order = await makeOrderDueDaysAgo(0)
  const dates = { due_date: dueDate, document_date: addDays(dueDate, -3), payable_until: payableUntil }
  await db.updateTable('boletos').set(dates).where('id', '=', order.boleto.id).execute()
  return order
}
const getMorning = (day: string) => new Date(`${day}T10:00:00Z`)

test('withdraws a boleto after three banking days from its due date, and mails the buyer once', async () => {
  const [orderDueFriday, orderDueThursday] = [
    await makeOrderDueOn('2026-11-13'),
    await makeOrderDueOn('2026-11-12'),
  ]
  // By the 17th, three banking days have passed after Thursday and two after Friday.
  const runExpiry = () => expireBoletos.run(getMorning('2026-11-18'))
  expect(await runExpiry()).toEqual({ reminders: 0, boletosExpired: 1, ordersUnpaid: 0 })
  expect(await getNewestBoleto(orderDueFriday.orderId)).toMatchObject({ withdrawn_at: null })
  expect(await getNewestBoleto(orderDueThursday.orderId)).toMatchObject({ withdrawal_reason: 'expired' })
  expect(await listMails('mail-boleto-expired')).toEqual([orderDueThursday.boleto.id])
  expect(await runExpiry()).toEqual({ reminders: 0, boletosExpired: 0, ordersUnpaid: 0 })
})

test('Carnival days do not count among the three banking days before a boleto is withdrawn', async () => {
  const { orderId, boleto } = await makeOrderDueOn('2026-02-13')
  // The three banking days are 18, 19 and 20 February, as 16 and 17 are Carnival.
  for (const day of ['2026-02-17', '2026-02-18', '2026-02-20'])
    expect(await expireBoletos.run(getMorning(day))).toMatchObject({ boletosExpired: 0 })
  expect(await getNewestBoleto(orderId)).toMatchObject({ id: boleto.id, withdrawn_at: null })
  expect(await expireBoletos.run(getMorning('2026-02-21'))).toMatchObject({ boletosExpired: 1 })
})

test('withdraws a boleto three banking days after its last payable day, and cancels its order thirty days after that day', async () => {
  const { orderId } = await makeOrderDueOn('2026-10-20', '2026-11-18')
  // 19, 23 and 24 November are the banking days; the due date is more than thirty days ago.
  expect(await expireBoletos.run(getMorning('2026-11-24'))).toMatchObject({
    boletosExpired: 0,
    ordersUnpaid: 0,
  })
  expect(await getNewestBoleto(orderId)).toMatchObject({ withdrawn_at: null })
  expect(await expireBoletos.run(getMorning('2026-11-25'))).toMatchObject({
    boletosExpired: 1,
    ordersUnpaid: 0,
  })
  await db.updateTable('outbox').set({ done_at: now }).where('job', '=', 'issue-boleto').execute()
  expect(await expireBoletos.run(getMorning('2026-12-18'))).toMatchObject({ ordersUnpaid: 0 })
  expect(await cancelUnpaidOrder(orderId, '2026-12-18')).toBe(false)
  expect(await expireBoletos.run(getMorning('2026-12-19'))).toMatchObject({ ordersUnpaid: 1 })
})

test('sends one reminder of a boleto due today', async () => {
  const { boleto } = await makeOrderDueDaysAgo(0)
  expect(await expireBoletos.run(now)).toMatchObject({ reminders: 1 })
  expect(await expireBoletos.run(now)).toMatchObject({ reminders: 0 })
  expect(await listMails('mail-boleto-due')).toEqual([boleto.id])
})

test('cancels an order unpaid for more than thirty days, stores no reason and mails the buyer', async () => {
  const [orderAfterThirtyDays, orderAfterMoreDays] = [
    await makeOrderDueDaysAgo(30),
    await makeOrderDueDaysAgo(31),
  ]
  expect(await expireBoletos.run(now)).toMatchObject({ ordersUnpaid: 1 })
  const orders = await db.selectFrom('orders').select(['id', 'status', 'reason']).orderBy('id').execute()
  expect(orders).toEqual([
    { id: orderAfterThirtyDays.orderId, status: orderStatus.pendingPayment, reason: null },
    { id: orderAfterMoreDays.orderId, status: orderStatus.cancelled, reason: null },
  ])
  const cancelledEntry = (await listHistory('order', orderAfterMoreDays.orderId)).find(
    ({ action }) => action === 'cancelled',
  )
  expect(JSON.parse(cancelledEntry?.details ?? '{}')).toMatchObject({ note: 'unpaid', source: 'shop' })
  expect(await listMails('mail-order-unpaid')).toEqual([orderAfterMoreDays.orderId])
})

test('an order whose payment waits for staff is not cancelled', async () => {
  const { orderId, boleto } = await makeOrderDueDaysAgo(40)
  const payment = { eventKey: 'bank/1', source: 'bank-file', paidOn: today, creditedOn: null } as const
  await receivePayment({ ...payment, boletoId: boleto.id, value: 1 }, byStaff, today)
  expect(await expireBoletos.run(now)).toMatchObject({ boletosExpired: 0, ordersUnpaid: 0 })
  const order = await db.selectFrom('orders').select('status').where('id', '=', orderId).executeTakeFirst()
  expect(order?.status).toBe(orderStatus.pendingPayment)
})

test('issues the customer one new boleto for repeated requests when the old one is overdue', async () => {
  await openShop()
  const { orderId, userId, boleto } = await makeOrderDueDaysAgo()
  const profileId = await getProfileId(userId)
  const requests = Array.from({ length: 10 }, () => renewBoleto(orderId, { profileId }, byCustomer))
  expect(new Set(await Promise.all(requests))).toEqual(new Set(['renewed']))
  await Promise.all(Array.from({ length: 5 }, () => issueBoleto.run(String(orderId), { id: 1 })))
  const newBoleto = await getNewestBoleto(orderId)
  expect(newBoleto).toMatchObject({ ordinal: 1, state: 'made', withdrawn_at: null })
  expect(newBoleto.due_date > today).toBe(true)
  expect(await db.selectFrom('boletos').select('id').execute()).toHaveLength(2)
  expect(await listMails('mail-boleto-renewed')).toEqual([newBoleto.id])
  expect(newBoleto.line).not.toBe(boleto.line)
  expect(await renewBoleto(orderId, { profileId }, byCustomer)).toBe('still-good')
})

test('rejects a new boleto for another customer’s order and for a paid one', async () => {
  const { orderId, userId } = await makeOrderDueDaysAgo()
  const otherProfileId = (await getProfileId(userId)) + 1
  expect(await renewBoleto(orderId, { profileId: otherProfileId }, byCustomer)).toBe('unknown-order')
  await db.updateTable('orders').set({ status: orderStatus.confirmed }).where('id', '=', orderId).execute()
  expect(await renewBoleto(orderId, {}, byStaff)).toBe('not-possible')
})

test('staff choose the due date of a new boleto', async () => {
  await openShop()
  const { orderId } = await makeOrderWithBoleto()
  const dueDate = addDays(today, 20)
  expect(await renewBoleto(orderId, { dueDate }, byStaff)).toBe('renewed')
  await issueBoleto.run(String(orderId), { id: 1 })
  expect(await getNewestBoleto(orderId)).toMatchObject({ ordinal: 1, due_date: dueDate })
})

test('only staff can renew a boleto that the bank rejected', async () => {
  await openShop()
  const { orderId, userId, boleto } = await makeOrderDueDaysAgo()
  await db.updateTable('boletos').set({ state: 'sent' }).where('id', '=', boleto.id).execute()
  await db
    .transaction()
    .execute((trx) => changeBoleto(trx, boleto.id, 'rejected', byStaff, { rejection: '82' }))
  expect(await renewBoleto(orderId, { profileId: await getProfileId(userId) }, byCustomer)).toBe(
    'not-possible',
  )
  expect(await getNewestBoleto(orderId)).toMatchObject({ state: 'rejected', rejection: '82' })
  expect(await renewBoleto(orderId, {}, byStaff)).toBe('renewed')
})

test('cancels an order with an unpaid newer boleto only after staff resolved a waiting payment', async () => {
  const { orderId, boleto } = await makeOrderDueDaysAgo(60)
  await renewBoleto(orderId, {}, byStaff)
  const newBoleto = await giveBoleto(orderId)
  await db.updateTable('outbox').set({ done_at: now }).where('job', '=', 'issue-boleto').execute()
  const boletoFields = {
    due_date: addDays(today, -40),
    document_date: addDays(today, -43),
    payable_until: null,
  }
  await db.updateTable('boletos').set(boletoFields).where('id', '=', newBoleto.id).execute()
  const payment = { eventKey: 'bank/1', source: 'bank-file', paidOn: today, creditedOn: null } as const
  await receivePayment({ ...payment, boletoId: boleto.id, value: boleto.value - 1 }, byStaff, today)
  expect(await expireBoletos.run(now)).toMatchObject({ ordersUnpaid: 0 })
  await db.updateTable('payments').set({ resolution: 'dismissed', resolved_at: now }).execute()
  expect(await expireBoletos.run(now)).toMatchObject({ ordersUnpaid: 1 })
})

test('issues the customer no new boleto while a wrong payment of an earlier boleto waits for staff', async () => {
  await openShop()
  const { orderId, userId, boleto } = await makeOrderDueDaysAgo(20)
  const profileId = await getProfileId(userId)
  await renewBoleto(orderId, {}, byStaff)
  const newBoleto = await giveBoleto(orderId)
  await db.updateTable('outbox').set({ done_at: now }).where('job', '=', 'issue-boleto').execute()
  const overdueFields = {
    due_date: lastDueDate,
    document_date: addDays(lastDueDate, -3),
    state: 'registered',
  } as const
  await db.updateTable('boletos').set(overdueFields).where('id', '=', newBoleto.id).execute()
  const payment = { eventKey: 'bank/1', source: 'bank-file', paidOn: today, creditedOn: null } as const
  await receivePayment({ ...payment, boletoId: boleto.id, value: boleto.value - 1 }, byStaff, today)
  expect(await renewBoleto(orderId, { profileId }, byCustomer)).toBe('money-waits')
  expect(await getNewestBoleto(orderId)).toMatchObject({ id: newBoleto.id, withdrawn_at: null })
  expect(await renewBoleto(orderId, { dueDate: addDays(today, 5) }, byStaff)).toBe('renewed')
})

test('cancels an overdue order only after the issue of its new boleto ended', async () => {
  const { orderId } = await makeOrderDueDaysAgo(31)
  await renewBoleto(orderId, {}, byCustomer)
  expect(await expireBoletos.run(now)).toMatchObject({ ordersUnpaid: 0 })
  await db.updateTable('outbox').set({ done_at: now }).where('job', '=', 'issue-boleto').execute()
  expect(await expireBoletos.run(now)).toMatchObject({ ordersUnpaid: 1 })
})

test('issues another boleto only after staff dismissed a payment with a wrong amount', async () => {
  await openShop()
  const { orderId, userId, boleto } = await makeOrderWithBoleto()
  const profileId = await getProfileId(userId)
  const payment = { eventKey: 'bank/1', source: 'bank-file', paidOn: today, creditedOn: null } as const
  await receivePayment({ ...payment, boletoId: boleto.id, value: 1 }, byStaff, today)
  expect(await renewBoleto(orderId, { profileId }, byCustomer)).toBe('not-possible')
  await db.updateTable('payments').set({ resolution: 'dismissed', resolved_at: now }).execute()
  expect((await findOrderForPayment(orderId, profileId))?.boleto?.state).toBe('written-off')
  expect(await renewBoleto(orderId, { profileId }, byCustomer)).toBe('renewed')
  await issueBoleto.run(String(orderId), { id: 1 })
  expect(await getNewestBoleto(orderId)).toMatchObject({ ordinal: 1, state: 'made' })
})

test('mails the buyer about a boleto that its bank wrote off as about an expired boleto', async () => {
  const { boleto } = await makeOrderWithBoleto()
  await db.transaction().execute((trx) => changeBoleto(trx, boleto.id, 'written-off', byStaff))
  expect(await listMails('mail-boleto-expired')).toEqual([boleto.id])
})

test('mails the buyer when the bank later registers a rejected boleto', async () => {
  const { boleto } = await makeOrderWithBoleto()
  const applyEvent = (event: BoletoEvent, payment = {}) =>
    db.transaction().execute((trx) => changeBoleto(trx, boleto.id, event, byStaff, payment))
  await applyEvent('rejected', { rejection: '82' })
  await applyEvent('made-again')
  expect(await listMails('mail-boleto-registered')).toEqual([])
  await applyEvent('registered')
  expect(await listMails('mail-boleto-registered')).toEqual([boleto.id])
})

test('issues one new boleto for repeated requests that replace the same boleto', async () => {
  await openShop()
  const { orderId, boleto } = await makeOrderWithBoleto()
  const requestSameRenewal = () =>
    renewBoleto(orderId, { dueDate: addDays(today, 9), seenBoletoId: boleto.id }, byStaff)
  expect(await requestSameRenewal()).toBe('renewed')
  expect(await requestSameRenewal()).toBe('still-good')
  await issueBoleto.run(String(orderId), { id: 1 })
  expect(await requestSameRenewal()).toBe('still-good')
  expect(await db.selectFrom('boletos').select('id').execute()).toHaveLength(2)
})

test('sends no reminder of a boleto that was not sent to the bank', async () => {
  const { boleto } = await makeOrderDueDaysAgo(0)
  await db.updateTable('boletos').set({ state: 'made' }).where('id', '=', boleto.id).execute()
  expect(await expireBoletos.run(now)).toMatchObject({ reminders: 0 })
})
