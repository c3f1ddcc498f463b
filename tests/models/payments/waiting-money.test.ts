import { expect, test } from 'vitest'
import { orderStatus } from '#app/domain/orders/order-status.ts'
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
/** Subscriptions can be renewed from 30 days before their due date. */
const renewableDue = addDays(today, 10)

let eventCount = 0

async function payBoleto(orderId: number) {
  const boleto = await getNewestBoleto(orderId)
  eventCount += 1
  const origin = { source: 'bank-file', paidOn: today, creditedOn: today } as const
  const payment = { eventKey: `bank/w${eventCount}`, boletoId: boleto.id, value: boleto.value, ...origin }
  return receivePayment(payment, byFile, today)
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
async function makeCancelledRenewal() {
  await openShop()
  const customer = await makeCustomer()
  const { id } = await makeSubscription(customer, { due: renewableDue, registration: 'PT-ABC' })
  const cancelledId = await renewSubscription(customer, id)
  await cancelOrder(cancelledId, byStaff)
  const paidId = await renewSubscription(customer, id)
  expect(await payBoleto(paidId)).toBe('confirmed')
  return { customer, id, cancelledId, paidId, dueOnce: (await loadSubscription(id)).due }
}

const loadNewestPayment = () =>
  db
    .selectFrom('payments')
    .select(['id', 'order_id', 'problem', 'resolution'])
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
const countConfirmationMails = async (orderId: number) =>
  (
    await db
      .selectFrom('outbox')
      .select('job')
      .where('job', '=', 'mail-payment-confirmed')
      .where('subject', '=', String(orderId))
      .execute()
  ).length
const loadOrderStatus = async (id: number) =>
  (await db.selectFrom('orders').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status

async function fetchPaymentPage(id: number) {
  return fetchPage(await loginAs({ userId: await makeStaff() }), `/admin/payments/${id}`)
}

test('a payment for a unit renewed by another order waits for staff, who see that order', async () => {
  const { id, cancelledId, paidId, dueOnce } = await makeCancelledRenewal()
  expect(await payBoleto(cancelledId)).toBe('renewed-elsewhere')
  expect((await loadSubscription(id)).due).toBe(dueOnce)
  expect(await loadOrderStatus(cancelledId)).toBe(orderStatus.cancelled)
  expect(await countConfirmationMails(cancelledId)).toBe(0)
  const payment = await loadNewestPayment()
  expect(payment).toMatchObject({ order_id: cancelledId, problem: 'renewed-elsewhere', resolution: null })
  const renewedMessage = `A unidade ${id} (Manual de Voo inventado, PT-ABC) já foi renovada também pelo pedido nº ${paidId}`
  const { text } = await fetchPaymentPage(payment.id)
  for (const expectedText of [renewedMessage, 'Aceitar e confirmar o pedido', 'Registrar reembolso'])
    expect.soft(text).toContain(expectedText)
  await requireMailJob('mail-staff-payment').run(String(payment.id), { id: 91 })
  expect((await readMail(91)).body).toContain(renewedMessage)
})

test('staff accept a second paid renewal as a further year', async () => {
  const { id, cancelledId, dueOnce } = await makeCancelledRenewal()
  await payBoleto(cancelledId)
  const { id: paymentId } = await loadNewestPayment()
  expect(await resolvePayment(paymentId, { resolution: 'accepted' }, byStaff, today)).toBe('resolved')
  expect(await loadOrderStatus(cancelledId)).toBe(orderStatus.confirmed)
  expect((await loadSubscription(id)).due).not.toBe(dueOnce)
})

test('the payment of a reopened renewal also waits, but the payment of a later renewal confirms', async () => {
  const { customer, id, cancelledId } = await makeCancelledRenewal()
  await reopenOrder(cancelledId, byStaff)
  expect(await payBoleto(cancelledId)).toBe('renewed-elsewhere')
  await cancelOrder(cancelledId, byStaff)
  // Makes the subscription renewable again.
  await db.updateTable('subscriptions').set({ due: renewableDue }).where('id', '=', id).execute()
  expect(await payBoleto(await renewSubscription(customer, id))).toBe('confirmed')
})

test('a payment assigned to an order whose unit another order renewed waits with the assigned order', async () => {
  const { id, cancelledId, dueOnce } = await makeCancelledRenewal()
  const payment = { eventKey: 'bank/orphan', source: 'bank-file', value: 60_00, paidOn: today } as const
  await receivePayment({ ...payment, boletoId: null, creditedOn: null }, byFile, today)
  const { id: paymentId } = await loadNewestPayment()
  const resolution = { resolution: 'assigned', orderId: cancelledId } as const
  expect(await resolvePayment(paymentId, resolution, byStaff, today)).toBe('renewed-elsewhere')
  expect(await loadNewestPayment()).toMatchObject({ order_id: cancelledId, problem: 'renewed-elsewhere' })
  expect((await loadSubscription(id)).due).toBe(dueOnce)
})

async function payOrderOfRemovedAccount() {
  await openShop()
  const { orderId, boleto } = await makeOrderWithBoleto()
  await cancelOrder(orderId, byStaff)
  await removeBuyerAccount(orderId)
  const origin = { source: 'bank-file', paidOn: today, creditedOn: today } as const
  const payment = { eventKey: 'bank/removed', boletoId: boleto.id, value: boleto.value, ...origin }
  return { orderId, outcome: await receivePayment(payment, byFile, today) }
}

test('a payment of an order whose account was removed waits for a refund', async () => {
  const { orderId, outcome } = await payOrderOfRemovedAccount()
  expect(outcome).toBe('account-removed')
  expect(await loadOrderStatus(orderId)).toBe(orderStatus.cancelled)
  expect(await countConfirmationMails(orderId)).toBe(0)
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

test('a payment cannot be assigned to an order of a removed account', async () => {
  const { orderId } = await payOrderOfRemovedAccount()
  const payment = { eventKey: 'bank/orphan', source: 'bank-file', value: 60_00, paidOn: today } as const
  await receivePayment({ ...payment, boletoId: null, creditedOn: null }, byFile, today)
  const { id } = await loadNewestPayment()
  const resolution = { resolution: 'assigned', orderId } as const
  expect(await resolvePayment(id, resolution, byStaff, today)).toBe('account-removed')
})

test('staff mark a renewal renewed by another order as paid only after ticking a confirmation', async () => {
  const { id, cancelledId, paidId, dueOnce } = await makeCancelledRenewal()
  const visitor = await loginAs({ userId: await makeStaff() })
  const path = `/admin/order/${cancelledId}/status`
  expect((await fetchPage(visitor, path)).text).toContain(`já foi renovada também pelo pedido nº ${paidId}`)
  // From cancelled (3) to confirmed (2).
  const rejectedPage = await fetchPage(visitor, path, { status: '2', from: '3' })
  expect(rejectedPage.status).toBe(400)
  expect(rejectedPage.text).toContain('Confirme que cada unidade listada ganha mais um ano')
  expect(await loadOrderStatus(cancelledId)).toBe(orderStatus.cancelled)
  expect((await loadSubscription(id)).due).toBe(dueOnce)
  expect((await fetchPage(visitor, path, { status: '2', from: '3', renewed: 'on' })).status).toBe(303)
  expect(await loadOrderStatus(cancelledId)).toBe(orderStatus.confirmed)
  expect((await loadSubscription(id)).due).not.toBe(dueOnce)
})

test('staff cannot mark an order of a removed account as paid', async () => {
  await openShop()
  const { orderId } = await makeOrderWithBoleto()
  await removeBuyerAccount(orderId)
  const visitor = await loginAs({ userId: await makeStaff() })
  // From pending payment (1) to confirmed (2).
  const rejectedPage = await fetchPage(visitor, `/admin/order/${orderId}/status`, { status: '2', from: '1' })
  expect(rejectedPage.status).toBe(400)
  expect(rejectedPage.text).toContain('A conta deste pedido foi removida')
  expect(await loadOrderStatus(orderId)).toBe(orderStatus.pendingPayment)
  expect(await countConfirmationMails(orderId)).toBe(0)
})

test('staff cannot accept a waiting payment after the account was removed', async () => {
  await openShop()
  const { orderId, boleto } = await makeOrderWithBoleto()
  const payment = { eventKey: 'bank/less', boletoId: boleto.id, value: boleto.value - 1_00 }
  const origin = { source: 'bank-file', paidOn: today, creditedOn: today } as const
  expect(await receivePayment({ ...payment, ...origin }, byFile, today)).toBe('amount-differs')
  await removeBuyerAccount(orderId)
  const { id } = await loadNewestPayment()
  expect(await resolvePayment(id, { resolution: 'accepted' }, byStaff, today)).toBe('account-removed')
  expect(await loadOrderStatus(orderId)).toBe(orderStatus.pendingPayment)
})
