import { expect, test } from 'vitest'
import { orderStatus } from '#app/domain/orders/order-status.ts'
import { addDays, addYears, toCivilDate } from '#app/domain/platform/calendar.ts'
import { subscriptionStatus } from '#app/domain/subscriptions/subscription.ts'
import { issueBoleto } from '#app/jobs/charges/issue-boleto.server.ts'
import { addRenewalsToCart, findCart, readCartSummary } from '#app/models/checkout/cart.server.ts'
import { makeCheckoutToken } from '#app/models/checkout/checkout-draft.server.ts'
import { OrderRefused, placeOrder, placeRenewals } from '#app/models/orders/order-placement.server.ts'
import { cancelOrder, confirmPayment, reopenOrder } from '#app/models/orders/order-status.server.ts'
import { requestWithdrawal } from '#app/models/orders/withdrawal.server.ts'
import { answerWithdrawal } from '#app/models/orders/withdrawal-answer.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { listHistory } from '#app/models/platform/history.server.ts'
import { listRenewableIds, listRenewalUnits } from '#app/models/subscriptions/renewal.server.ts'
import { formatDate } from '#app/text/platform/format.ts'
import { byStaff } from '#tests/factories/actors.ts'
import { makeCart, makeOrderRequest } from '#tests/factories/orders.ts'
import { makeCustomer } from '#tests/factories/people.ts'
import { makePublication } from '#tests/factories/publications.ts'
import { openShop } from '#tests/factories/shop.ts'
import {
  type Customer,
  loadSubscription,
  makeMoreUnitsThanAnOrder,
  makeSubscription,
} from '#tests/factories/subscriptions.ts'
import { readMail } from '#tests/support/mails/mail-folder.ts'
import { requireMailJob } from '#tests/support/mails/mail-job.ts'

const mailPaymentConfirmed = requireMailJob('mail-payment-confirmed')
const mailStaffSuspendedRenewal = requireMailJob('mail-staff-suspended-renewal')

const today = toCivilDate(new Date())
/** Subscriptions can be renewed from 30 days before their due date. */
const renewableDue = addDays(today, 20)

function renewSubscriptions(
  customer: Customer,
  ids: number[],
  overrides: Partial<Parameters<typeof placeRenewals>[0]> = {},
) {
  return placeRenewals({
    userId: customer.userId,
    profileId: customer.profileId,
    subscriptionIds: ids,
    checkoutToken: makeCheckoutToken(),
    termsVersion: '2026-11-21',
    seenPrices: new Map(ids.map((id) => [id, 60_00])),
    today,
    ...overrides,
  })
}

async function makeRenewedSubscription(due = renewableDue) {
  const customer = await makeCustomer()
  const { id, orderId: firstOrderId } = await makeSubscription(customer, { due, registration: 'PT-ABC' })
  const { orderId } = await renewSubscriptions(customer, [id], { today: addDays(due, -3) })
  return { customer, id, orderId, firstOrderId }
}

const findRefusalReason = async (placement: Promise<unknown>) =>
  placement.then(
    () => undefined,
    (error) => (error instanceof OrderRefused ? error.reason : Promise.reject(error)),
  )
const listOrderLines = (orderId: number) =>
  db.selectFrom('order_lines').selectAll().where('order_id', '=', orderId).orderBy('id').execute()

test('stores a renewal line with its price and aircraft, and leaves the subscription unchanged', async () => {
  const { id, orderId } = await makeRenewedSubscription()
  expect(await listOrderLines(orderId)).toMatchObject([
    {
      renews_subscription_id: id,
      value: 60_00,
      airplane_registration: 'PT-ABC',
      airplane_serial_number: '200512',
      fuel_type: 2,
      photo: null,
      is_sent_immediately: false,
    },
  ])
  const order = await db.selectFrom('orders').selectAll().where('id', '=', orderId).executeTakeFirstOrThrow()
  expect(order).toMatchObject({
    status: orderStatus.pendingPayment,
    total: 60_00,
    shipping_type: 'DOWNLOAD',
    payer_document: '52998224725',
  })
  expect(await loadSubscription(id)).toMatchObject({ due: renewableDue, times_renewed: 0 })
})

test('a payment adds one year to the old due date, even when late or reported repeatedly', async () => {
  const { id, orderId } = await makeRenewedSubscription('2026-03-10')
  const answers = await Promise.all(
    Array.from({ length: 12 }, () => confirmPayment(orderId, byStaff, '2026-09-01')),
  )
  expect(answers.filter((answer) => answer === 'changed')).toHaveLength(1)
  expect(await loadSubscription(id)).toMatchObject({
    due: '2027-03-10',
    times_renewed: 1,
    status: subscriptionStatus.downloadReleased,
  })
  expect(await db.selectFrom('subscriptions').select('id').execute()).toHaveLength(1)
  expect(await listHistory('subscription', id)).toMatchObject([
    { action: 'renewed', details: JSON.stringify({ orderId, from: '2026-03-10', to: '2027-03-10' }) },
  ])
})

test.each([
  ['download', 'expired', 'downloadReleased'],
  ['download', 'downloadReleased', 'downloadReleased'],
  ['printed copy', 'expired', 'active'],
  ['printed copy', 'active', 'active'],
  ['printed copy', 'awaitingDispatch', 'awaitingDispatch'],
  ['printed copy', 'sent', 'sent'],
] as const)('a %s in state %s has state %s after its renewal', async (form, stateBefore, stateAfter) => {
  const customer = await makeCustomer()
  const { id } = await makeSubscription(customer, { due: renewableDue, is_download: form === 'download' })
  await addRenewalsToCart(customer.userId, await listRenewalUnits({ ...customer, ids: [id], today }))
  const cart = await makeCart({}, { userId: customer.userId })
  const buyer = { ...customer, phone: '14999990000' }
  const { orderId } = await placeOrder(await makeOrderRequest(cart, { buyer, today }))
  await db
    .updateTable('subscriptions')
    .set({ status: subscriptionStatus[stateBefore] })
    .where('id', '=', id)
    .execute()
  await confirmPayment(orderId, byStaff, today)
  expect((await loadSubscription(id)).status).toBe(subscriptionStatus[stateAfter])
})

test('a renewal moves 29 February to 28 February, and reopening its order moves it back', async () => {
  const { id, orderId } = await makeRenewedSubscription('2028-02-29')
  await confirmPayment(orderId, byStaff, '2028-02-28')
  expect((await loadSubscription(id)).due).toBe('2029-02-28')
  await reopenOrder(orderId, byStaff)
  expect((await loadSubscription(id)).due).toBe('2028-02-29')
})

test('reopening or cancelling a paid renewal removes its year, and another payment adds it again', async () => {
  const { id, orderId } = await makeRenewedSubscription()
  const dueAfterRenewal = addYears(renewableDue, 1)
  await confirmPayment(orderId, byStaff, today)
  await reopenOrder(orderId, byStaff)
  expect(await loadSubscription(id)).toMatchObject({
    due: renewableDue,
    times_renewed: 0,
    suspended_at: null,
  })
  await confirmPayment(orderId, byStaff, today)
  await confirmPayment(orderId, byStaff, today)
  expect(await loadSubscription(id)).toMatchObject({ due: dueAfterRenewal, times_renewed: 1 })
  await cancelOrder(orderId, byStaff)
  expect(await loadSubscription(id)).toMatchObject({ due: renewableDue, times_renewed: 0 })
  await confirmPayment(orderId, byStaff, today)
  expect(await loadSubscription(id)).toMatchObject({ due: dueAfterRenewal, times_renewed: 1 })
  const actions = (await listHistory('subscription', id)).map(({ action }) => action)
  const [added, removed] = ['renewed', 'renewal-taken-back']
  expect(actions).toEqual([added, removed, added, removed, added])
})

test('cancelling a renewal subtracts its year from a due date that staff moved meanwhile', async () => {
  const { id, orderId } = await makeRenewedSubscription()
  await confirmPayment(orderId, byStaff, today)
  await db.updateTable('subscriptions').set({ due: '2030-06-30' }).where('id', '=', id).execute()
  await cancelOrder(orderId, byStaff)
  expect((await loadSubscription(id)).due).toBe('2029-06-30')
})

test('concurrent renewals of a subscription create one order; its cancellation allows another, and both count when paid', async () => {
  await openShop()
  const customer = await makeCustomer()
  const { id } = await makeSubscription(customer, { due: renewableDue })
  const attempts = await Promise.allSettled(
    Array.from({ length: 8 }, () => renewSubscriptions(customer, [id])),
  )
  const placedOrderIds = attempts.flatMap((attempt) =>
    attempt.status === 'fulfilled' ? [attempt.value.orderId] : [],
  )
  expect(placedOrderIds).toHaveLength(1)
  const [orderId = 0] = placedOrderIds
  expect(await findRefusalReason(renewSubscriptions(customer, [id]))).toMatchObject({
    code: 'not-renewable',
    blocker: 'ordered',
    orderId,
  })
  await issueBoleto.run(String(orderId), { id: 1 })
  await cancelOrder(orderId, byStaff)
  const secondRenewal = await renewSubscriptions(customer, [id])
  expect(secondRenewal.orderId).not.toBe(orderId)
  // Both renewals are paid, the first one late: each adds a year.
  await confirmPayment(secondRenewal.orderId, byStaff, today)
  await confirmPayment(orderId, byStaff, today)
  expect(await loadSubscription(id)).toMatchObject({ due: addYears(renewableDue, 2), times_renewed: 2 })
})

test('a repeated form creates one order, and another customer can use neither its subscription nor its token', async () => {
  const customer = await makeCustomer()
  const { id } = await makeSubscription(customer, { due: renewableDue })
  const checkoutToken = makeCheckoutToken()
  const orders = await Promise.all(
    Array.from({ length: 6 }, () => renewSubscriptions(customer, [id], { checkoutToken })),
  )
  expect(new Set(orders.map(({ orderId }) => orderId)).size).toBe(1)
  const stranger = await makeCustomer()
  expect(await findRefusalReason(renewSubscriptions(stranger, [id]))).toEqual({ code: 'form-stale' })
  const ownSubscription = await makeSubscription(stranger, { due: renewableDue })
  expect(
    await findRefusalReason(renewSubscriptions(stranger, [ownSubscription.id], { checkoutToken })),
  ).toEqual({
    code: 'form-stale',
  })
})

test('extends several subscriptions in one order, each from its own due date', async () => {
  const customer = await makeCustomer()
  const dues = [today, addDays(today, 7), addDays(today, 30)]
  const units = []
  for (const due of dues) units.push(await makeSubscription(customer, { due }))
  const ids = units.map(({ id }) => id)
  expect(await listRenewableIds(customer.profileId, today)).toEqual(ids)
  const { orderId } = await renewSubscriptions(customer, ids)
  await confirmPayment(orderId, byStaff, today)
  const rows = await Promise.all(ids.map(loadSubscription))
  expect(rows.map(({ due }) => due)).toEqual(dues.map((due) => addYears(due, 1)))
  expect(await listRenewableIds(customer.profileId, today)).toEqual([])
})

test.each([
  ['too-early', addDays(today, 31), true],
  ['overdue', addDays(today, -1), true],
  ['not-sold', renewableDue, false],
])('rejects a renewal that is %s and writes nothing', async (blocker, due, active) => {
  const customer = await makeCustomer()
  const { id, publicationId } = await makeSubscription(customer, { due })
  await db.updateTable('publications').set({ active }).where('id', '=', publicationId).execute()
  const ordersBefore = await db.selectFrom('orders').select('id').execute()
  expect(await findRefusalReason(renewSubscriptions(customer, [id]))).toMatchObject({
    code: 'not-renewable',
    blocker,
  })
  expect(await db.selectFrom('orders').select('id').execute()).toEqual(ordersBefore)
})

test('rejects a direct renewal with a changed price, without address or of a printed copy', async () => {
  const customer = await makeCustomer()
  const { id } = await makeSubscription(customer, { due: renewableDue })
  expect(
    await findRefusalReason(renewSubscriptions(customer, [id], { seenPrices: new Map([[id, 59_00]]) })),
  ).toMatchObject({
    code: 'price-changed',
    price: 60_00,
  })
  await db.updateTable('profiles').set({ billing_address_id: null }).execute()
  expect(await findRefusalReason(renewSubscriptions(customer, [id]))).toEqual({ code: 'address-missing' })
  const printedUnit = await makeSubscription(customer, { due: renewableDue, is_download: false })
  expect(await findRefusalReason(renewSubscriptions(customer, [printedUnit.id]))).toEqual({
    code: 'shipping-required',
  })
})

test('a paid renewal extends a unit that expired and was suspended meanwhile', async () => {
  const { id, orderId, firstOrderId } = await makeRenewedSubscription()
  await cancelOrder(firstOrderId, byStaff)
  await db
    .updateTable('subscriptions')
    .set({ status: subscriptionStatus.expired })
    .where('id', '=', id)
    .execute()
  await confirmPayment(orderId, byStaff, today)
  const row = await loadSubscription(id)
  expect(row).toMatchObject({ due: addYears(renewableDue, 1), status: subscriptionStatus.downloadReleased })
  expect(row.suspended_at).not.toBeNull()
})

test('a renewal added twice is one cart item beside new copies, and one order contains them all', async () => {
  const customer = await makeCustomer()
  const { id, publicationId } = await makeSubscription(customer, {
    due: renewableDue,
    registration: 'PT-ABC',
    is_download: false,
  })
  const units = await listRenewalUnits({ ...customer, ids: [id], today })
  await addRenewalsToCart(customer.userId, units)
  await addRenewalsToCart(customer.userId, units)
  expect((await readCartSummary(customer)).publicationIds).toEqual([])
  const cart = await makeCart(
    { [publicationId]: 2, [await makePublication()]: 1 },
    { userId: customer.userId },
  )
  expect(cart.items.map(({ key, quantity, price, weight }) => [key, quantity, price, weight])).toEqual([
    [`r${id}`, 1, 60_00, 700],
    [String(publicationId), 2, 80_00, 700],
    [expect.any(String), 1, 80_00, 700],
  ])
  const makeAircraftUnit = (registration: string) => ({
    registration,
    isForeign: false,
    serialNumber: '1',
    fuel: 1,
    photo: null,
  })
  const request = await makeOrderRequest(cart, {
    buyer: { ...customer, phone: '14999990000' },
    units: {
      [`${publicationId}-1`]: makeAircraftUnit('PR-XYZ'),
      [`${publicationId}-2`]: makeAircraftUnit('PR-XYA'),
    },
    today,
  })
  const { orderId } = await placeOrder(request)
  const lines = await listOrderLines(orderId)
  expect(lines.map((line) => [line.renews_subscription_id, line.airplane_registration, line.value])).toEqual([
    [id, 'PT-ABC', 60_00],
    [null, 'PR-XYZ', 80_00],
    [null, 'PR-XYA', 80_00],
    [null, null, 80_00],
  ])
  await confirmPayment(orderId, byStaff, today)
  // The renewed unit and the three new copies.
  expect(await db.selectFrom('subscriptions').select('id').execute()).toHaveLength(4)
  expect((await loadSubscription(id)).due).toBe(addYears(renewableDue, 1))
  expect((await findCart(customer))?.items).toEqual([])
})

test('checks window, price and other renewals again when a cart with a renewal is ordered', async () => {
  const customer = await makeCustomer()
  const { id } = await makeSubscription(customer, { due: renewableDue })
  await addRenewalsToCart(customer.userId, await listRenewalUnits({ ...customer, ids: [id], today }))
  const cart = await makeCart({}, { userId: customer.userId })
  const request = await makeOrderRequest(cart, { buyer: { ...customer, phone: '1' }, today })
  const dayAfterDue = addDays(today, 21)
  expect(await findRefusalReason(placeOrder({ ...request, today: dayAfterDue }))).toMatchObject({
    code: 'not-renewable',
    itemKey: `r${id}`,
    blocker: 'overdue',
  })
  const cartWithWrongPrice = { ...request.shownCart, prices: new Map([[`r${id}`, 1]]) }
  expect(await findRefusalReason(placeOrder({ ...request, shownCart: cartWithWrongPrice }))).toMatchObject({
    code: 'price-changed',
  })
  const attempts = await Promise.allSettled([placeOrder(request), renewSubscriptions(customer, [id])])
  expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

test('removes directly ordered renewals from the cart', async () => {
  const customer = await makeCustomer()
  const { id } = await makeSubscription(customer, { due: renewableDue })
  await addRenewalsToCart(customer.userId, await listRenewalUnits({ ...customer, ids: [id], today }))
  await renewSubscriptions(customer, [id])
  expect((await findCart(customer))?.items).toEqual([])
})

test('renews a suspended subscription once, mails staff once and mentions the suspension to the buyer', async () => {
  await openShop()
  const { id, orderId, firstOrderId } = await makeRenewedSubscription()
  await reopenOrder(firstOrderId, byStaff)
  await confirmPayment(orderId, byStaff, today)
  await reopenOrder(orderId, byStaff)
  await confirmPayment(orderId, byStaff, today)
  expect(await loadSubscription(id)).toMatchObject({ due: addYears(renewableDue, 1), times_renewed: 1 })
  const mails = db.selectFrom('outbox').select('subject').where('job', '=', 'mail-staff-suspended-renewal')
  expect(await mails.execute()).toEqual([{ subject: String(orderId) }])
  await mailStaffSuspendedRenewal.run(String(orderId), { id: 121 })
  const staffMail = await readMail(121)
  expect(staffMail.headers).toContain('To: atendimento@aeropub.test')
  expect(staffMail.body).toContain(`Assinatura ${id}:`)
  await mailPaymentConfirmed.run(String(orderId), { id: 122 })
  const { body } = await readMail(122)
  expect(body).toContain(
    `renovada até ${formatDate(addYears(renewableDue, 1))}. Esta assinatura está suspensa`,
  )
  expect(body).not.toContain('já estão na sua conta')
})

test('renews a subscription in force without a staff task and mails the new due date', async () => {
  await openShop()
  const { orderId } = await makeRenewedSubscription()
  await confirmPayment(orderId, byStaff, today)
  const mails = db.selectFrom('outbox').select('subject').where('job', '=', 'mail-staff-suspended-renewal')
  expect(await mails.execute()).toEqual([])
  await mailPaymentConfirmed.run(String(orderId), { id: 123 })
  const { body } = await readMail(123)
  expect(body).toContain(`PT-ABC: renovada até ${formatDate(addYears(renewableDue, 1))}`)
  expect(body).not.toContain('suspensa')
})

test('a cancelled renewal cannot be reopened while another renewal replaces it', async () => {
  const { customer, id, orderId } = await makeRenewedSubscription()
  await confirmPayment(orderId, byStaff, today)
  await cancelOrder(orderId, byStaff)
  const replacingOrder = await renewSubscriptions(customer, [id], { today: addDays(renewableDue, -2) })
  expect(await reopenOrder(orderId, byStaff)).toBe('not-possible')
  await cancelOrder(replacingOrder.orderId, byStaff)
  expect(await reopenOrder(orderId, byStaff)).toBe('changed')
})

test('a withdrawn renewal loses its year permanently', async () => {
  const { customer, id, orderId } = await makeRenewedSubscription()
  await confirmPayment(orderId, byStaff, today)
  const lineIds = (await listOrderLines(orderId)).map((line) => line.id)
  const withdrawal = { orderId, profileId: customer.profileId, lineIds, reason: null, refundTo: null }
  const request = await requestWithdrawal(withdrawal, byStaff, today)
  await answerWithdrawal(typeof request === 'string' ? 0 : request.id, { outcome: 'accepted' }, byStaff)
  expect(await loadSubscription(id)).toMatchObject({ due: renewableDue, times_renewed: 0 })
  await reopenOrder(orderId, byStaff)
  await confirmPayment(orderId, byStaff, today)
  expect(await loadSubscription(id)).toMatchObject({ due: renewableDue, times_renewed: 0 })
})

test('excludes units with an open renewal from the list of renewable units', async () => {
  const { ids, userId, profileId } = await makeMoreUnitsThanAnOrder(addDays(today, 3))
  const orderedCount = 99
  await renewSubscriptions({ userId, profileId, email: '' }, ids.slice(0, orderedCount))
  expect(await listRenewableIds(profileId, today)).toEqual(ids.slice(orderedCount))
})
