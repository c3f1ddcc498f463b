import { expect, test } from 'vitest'
import { addDays, toCivilDate } from '#app/domain/platform/calendar.ts'
import { issueBoleto } from '#app/jobs/charges/issue-boleto.server.ts'
import { makeCheckoutToken } from '#app/models/checkout/checkout-draft.server.ts'
import { placeRenewals } from '#app/models/orders/order-placement.server.ts'
import { cancelOrder, reopenOrder } from '#app/models/orders/order-status.server.ts'
import { receivePayment } from '#app/models/payments/payment.server.ts'
import { resolvePayment } from '#app/models/payments/payment-resolution.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { byStaff } from '#tests/factories/actors.ts'
import { getNewestBoleto, makeOrderWithBoleto } from '#tests/factories/boletos.ts'
import { removeBuyerAccount } from '#tests/factories/payment-bars.ts'
import { makeCustomer } from '#tests/factories/people.ts'
import { makeStaff } from '#tests/factories/shipments.ts'
import { openShop } from '#tests/factories/shop.ts'
import { type Customer, loadSubscription, makeSubscription } from '#tests/factories/subscriptions.ts'
import { fetchPage } from '#tests/support/app-client.ts'
import { readMail } from '#tests/support/mails/mail-folder.ts'
import { requireMailJob } from '#tests/support/mails/mail-job.ts'
import { loginAs } from '#tests/support/request.ts'

const byFile = { actorUserId: null, source: 'bank-file' }
const today = toCivilDate(new Date())
const due = addDays(today, 10)

let events = 0

async function payBoleto(orderId: number) {
  const boleto = await getNewestBoleto(orderId)
  events += 1
  const data = { source: 'bank-file', paidOn: today, creditedOn: today } as const
  const money = { eventKey: `bank/w${events}`, boletoId: boleto.id, value: boleto.value, ...data }
  return receivePayment(money, byFile, today)
}

async function renewSubscription({ userId, profileId }: Customer, id: number) {
  const { orderId } = await placeRenewals({
    ...{ userId, profileId, subscriptionIds: [id], checkoutToken: makeCheckoutToken() },
    ...{ termsVersion: '2026-11-21', seenPrices: new Map([[id, 60_00]]), today },
  })
  await issueBoleto.run(String(orderId), { id: orderId })
  return orderId
}

/** Creates a cancelled renewal, and a paid renewal of the same subscription by another order. */
async function makeRenewedElsewhere() {
  await openShop()
  const customer = await makeCustomer()
  const { id } = await makeSubscription(customer, { due, registration: 'PT-ABC' })
  const cancelled = await renewSubscription(customer, id)
  await cancelOrder(cancelled, byStaff)
  const paid = await renewSubscription(customer, id)
  expect(await payBoleto(paid)).toBe('confirmed')
  return { customer, id, cancelled, paid, dueOnce: (await loadSubscription(id)).due }
}

const loadNewestPayment = () =>
  db
    .selectFrom('payments')
    .select(['id', 'order_id', 'problem', 'resolution'])
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
const listMailsAbout = async (orderId: number) =>
  (
    await db
      .selectFrom('outbox')
      .select('job')
      .where('job', '=', 'mail-payment-confirmed')
      .where('subject', '=', String(orderId))
      .execute()
  ).length
const loadStatus = async (id: number) =>
  (await db.selectFrom('orders').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status

async function fetchPaymentPage(id: number) {
  return fetchPage(await loginAs({ userId: await makeStaff() }), `/admin/payments/${id}`)
}

test('a payment for a unit renewed by another order waits for staff, who see that order', async () => {
  const { id, cancelled, paid, dueOnce } = await makeRenewedElsewhere()
  expect(await payBoleto(cancelled)).toBe('renewed-elsewhere')
  expect((await loadSubscription(id)).due).toBe(dueOnce)
  expect(await loadStatus(cancelled)).toBe(3)
  expect(await listMailsAbout(cancelled)).toBe(0)
  const payment = await loadNewestPayment()
  expect(payment).toMatchObject({ order_id: cancelled, problem: 'renewed-elsewhere', resolution: null })
  const renewedMessage = `A unidade ${id} (Manual de Voo inventado, PT-ABC) já foi renovada também pelo pedido nº ${paid}`
  const { text } = await fetchPaymentPage(payment.id)
  for (const expectedText of [renewedMessage, 'Aceitar e confirmar o pedido', 'Registrar reembolso'])
    expect.soft(text).toContain(expectedText)
  await requireMailJob('mail-staff-payment').run(String(payment.id), { id: 91 })
  expect((await readMail(91)).body).toContain(renewedMessage)
})

test('staff accept a double paid renewal as a further year', async () => {
  const { id, cancelled, dueOnce } = await makeRenewedElsewhere()
  await payBoleto(cancelled)
  const { id: payment } = await loadNewestPayment()
  expect(await resolvePayment(payment, { resolution: 'accepted' }, byStaff, today)).toBe('resolved')
  expect(await loadStatus(cancelled)).toBe(2)
  expect((await loadSubscription(id)).due).not.toBe(dueOnce)
})

test('a reopened renewal also waits, but not a renewal of the next year', async () => {
  const { customer, id, cancelled } = await makeRenewedElsewhere()
  await reopenOrder(cancelled, byStaff)
  expect(await payBoleto(cancelled)).toBe('renewed-elsewhere')
  await cancelOrder(cancelled, byStaff)
  await db.updateTable('subscriptions').set({ due }).where('id', '=', id).execute()
  expect(await payBoleto(await renewSubscription(customer, id))).toBe('confirmed')
})

test('a payment assigned to a unit renewed meanwhile waits with that order', async () => {
  const { id, cancelled, dueOnce } = await makeRenewedElsewhere()
  const money = { eventKey: 'bank/orphan', source: 'bank-file', value: 60_00, paidOn: today } as const
  await receivePayment({ ...money, boletoId: null, creditedOn: null }, byFile, today)
  const { id: payment } = await loadNewestPayment()
  const resolution = { resolution: 'assigned', orderId: cancelled } as const
  expect(await resolvePayment(payment, resolution, byStaff, today)).toBe('renewed-elsewhere')
  expect(await loadNewestPayment()).toMatchObject({ order_id: cancelled, problem: 'renewed-elsewhere' })
  expect((await loadSubscription(id)).due).toBe(dueOnce)
})

async function makePaidAfterRemoval() {
  await openShop()
  const { orderId, boleto } = await makeOrderWithBoleto()
  await cancelOrder(orderId, byStaff)
  await removeBuyerAccount(orderId)
  const data = { source: 'bank-file', paidOn: today, creditedOn: today } as const
  const money = { eventKey: 'bank/removed', boletoId: boleto.id, value: boleto.value, ...data }
  return { orderId, result: await receivePayment(money, byFile, today) }
}

test('a payment for a removed account waits for a refund', async () => {
  const { orderId, result } = await makePaidAfterRemoval()
  expect(result).toBe('account-removed')
  expect(await loadStatus(orderId)).toBe(3)
  expect(await listMailsAbout(orderId)).toBe(0)
  const payment = await loadNewestPayment()
  const { text } = await fetchPaymentPage(payment.id)
  expect(text).toContain('Conta removida: devolva o dinheiro.')
  expect(text).toContain('Registrar reembolso')
  expect(text).not.toContain('Aceitar e confirmar o pedido')
  await requireMailJob('mail-staff-payment').run(String(payment.id), { id: 92 })
  const { body } = await readMail(92)
  expect(body).toContain('cuja conta foi removida')
  expect(body).not.toContain('Ana Inventada')
  expect(await resolvePayment(payment.id, { resolution: 'accepted' }, byStaff, today)).toBe('not-possible')
})

test('does not assign a payment to an order of a removed account', async () => {
  const { orderId } = await makePaidAfterRemoval()
  const money = { eventKey: 'bank/orphan', source: 'bank-file', value: 60_00, paidOn: today } as const
  await receivePayment({ ...money, boletoId: null, creditedOn: null }, byFile, today)
  const { id } = await loadNewestPayment()
  const resolution = { resolution: 'assigned', orderId } as const
  expect(await resolvePayment(id, resolution, byStaff, today)).toBe('account-removed')
})

test('staff mark a renewal renewed by another order as paid only after ticking a confirmation', async () => {
  const { id, cancelled, paid, dueOnce } = await makeRenewedElsewhere()
  const visitor = await loginAs({ userId: await makeStaff() })
  const path = `/admin/order/${cancelled}/status`
  expect((await fetchPage(visitor, path)).text).toContain(`já foi renovada também pelo pedido nº ${paid}`)
  const rejectedPage = await fetchPage(visitor, path, { status: '2', from: '3' })
  expect(rejectedPage.status).toBe(400)
  expect(rejectedPage.text).toContain('Confirme que cada unidade listada ganha mais um ano')
  expect(await loadStatus(cancelled)).toBe(3)
  expect((await loadSubscription(id)).due).toBe(dueOnce)
  expect((await fetchPage(visitor, path, { status: '2', from: '3', renewed: 'on' })).status).toBe(303)
  expect(await loadStatus(cancelled)).toBe(2)
  expect((await loadSubscription(id)).due).not.toBe(dueOnce)
})

test('does not mark an order of a removed account as paid', async () => {
  await openShop()
  const { orderId } = await makeOrderWithBoleto()
  await removeBuyerAccount(orderId)
  const visitor = await loginAs({ userId: await makeStaff() })
  const rejectedPage = await fetchPage(visitor, `/admin/order/${orderId}/status`, { status: '2', from: '1' })
  expect(rejectedPage.status).toBe(400)
  expect(rejectedPage.text).toContain('A conta deste pedido foi removida')
  expect(await loadStatus(orderId)).toBe(1)
  expect(await listMailsAbout(orderId)).toBe(0)
})

test('rejects accepting a payment that waited when the account was removed', async () => {
  await openShop()
  const { orderId, boleto } = await makeOrderWithBoleto()
  const money = { eventKey: 'bank/less', boletoId: boleto.id, value: boleto.value - 1_00 }
  const data = { source: 'bank-file', paidOn: today, creditedOn: today } as const
  expect(await receivePayment({ ...money, ...data }, byFile, today)).toBe('amount-differs')
  await removeBuyerAccount(orderId)
  const { id } = await loadNewestPayment()
  expect(await resolvePayment(id, { resolution: 'accepted' }, byStaff, today)).toBe('account-removed')
  expect(await loadStatus(orderId)).toBe(1)
})
