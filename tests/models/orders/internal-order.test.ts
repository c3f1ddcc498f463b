import { expect, test } from 'vitest'
import { orderStatus } from '#app/domain/orders/order-status.ts'
import { addDays, toCivilDate } from '#app/domain/platform/calendar.ts'
import { subscriptionStatus } from '#app/domain/subscriptions/subscription.ts'
import { issueBoleto } from '#app/jobs/charges/issue-boleto.server.ts'
import { makeCheckoutToken } from '#app/models/checkout/checkout-draft.server.ts'
import {
  type InternalItem,
  type InternalOrder,
  listOffers,
  placeInternalOrder,
} from '#app/models/orders/internal-order.server.ts'
import { OrderRefused } from '#app/models/orders/order-placement.server.ts'
import { confirmPayment } from '#app/models/orders/order-status.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { listHistory } from '#app/models/platform/history.server.ts'
import { byStaff } from '#tests/factories/actors.ts'
import { makeCustomer } from '#tests/factories/people.ts'
import { makeDownload, makePublication } from '#tests/factories/publications.ts'
import { makeStaff } from '#tests/factories/shipments.ts'
import { openShop } from '#tests/factories/shop.ts'
import { loadSubscription, makeSubscription } from '#tests/factories/subscriptions.ts'

const today = toCivilDate(new Date())
const noAircraft = { registration: null, isForeign: false, serialNumber: null, fuel: null }

function makeItem(publicationId: number, overrides: Partial<InternalItem> = {}): InternalItem {
  const itemFields = { publicationId, price: 'normal', seenValue: 80_00, renewsSubscriptionId: null } as const
  return { ...itemFields, ...noAircraft, ...overrides }
}

async function makeInternalOrder(
  items: InternalItem[],
  overrides: Partial<InternalOrder> = {},
): Promise<InternalOrder> {
  const { profileId } = await makeCustomer()
  return { profileId, items, token: makeCheckoutToken(), actorUserId: await makeStaff(), today, ...overrides }
}

const loadOrder = (id: number) =>
  db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const listOrderLines = (id: number) =>
  db.selectFrom('order_lines').selectAll().where('order_id', '=', id).orderBy('id').execute()
const listQueuedJobs = async () =>
  (await db.selectFrom('outbox').select('job').orderBy('id').execute()).map(({ job }) => job)
const findRefusalReason = async (order: InternalOrder) =>
  placeInternalOrder(order).then(
    () => undefined,
    (error) => (error instanceof OrderRefused ? error.reason : Promise.reject(error)),
  )

test('an internal order waits for its boleto and names its author, without freight, photo or terms', async () => {
  await openShop()
  const photoTitle = await makePublication({ has_photo_upload: true })
  const subscriptionTitle = await makePublication({ is_signature: true, has_airplane_info: true })
  const aircraft = { registration: 'PT-ABC', isForeign: false, serialNumber: '1', fuel: 0 }
  const order = await makeInternalOrder([
    makeItem(photoTitle),
    makeItem(subscriptionTitle, { ...aircraft, price: 'signature', seenValue: 60_00 }),
    makeItem(subscriptionTitle, { ...aircraft, price: 'free', seenValue: 0 }),
  ])
  const { orderId } = await placeInternalOrder(order)
  expect(await loadOrder(orderId)).toMatchObject({
    profile_id: order.profileId,
    status: orderStatus.pendingPayment,
    total: 140_00,
    shipping_type: 'INTERNAL',
    shipping_value: 0,
    terms_version: null,
    paid_on: null,
  })
  expect(await listOrderLines(orderId)).toMatchObject([
    { value: 80_00, airplane_registration: null, photo: null, renews_subscription_id: null },
    {
      value: 60_00,
      airplane_registration: 'PT-ABC',
      fuel_type: 0,
      is_signature: true,
      is_sent_immediately: true,
    },
    { value: 0 },
  ])
  expect(await listHistory('order', orderId)).toMatchObject([
    { action: 'placed', actor_user_id: order.actorUserId },
  ])
  expect(await listQueuedJobs()).toEqual(['issue-boleto', 'mail-order-without-boleto'])
  await issueBoleto.run(String(orderId), { id: 1 })
  expect(await listQueuedJobs()).toEqual([
    'issue-boleto',
    'mail-order-without-boleto',
    'render-boleto',
    'mail-order-received',
  ])
})

test('placing a free order confirms it and releases its copy once, without a boleto', async () => {
  const download = await makeDownload({ is_signature: true })
  const order = await makeInternalOrder([makeItem(download, { price: 'free', seenValue: 0 })])
  const { orderId } = await placeInternalOrder(order)
  expect(await loadOrder(orderId)).toMatchObject({ status: orderStatus.confirmed, total: 0, paid_on: today })
  expect(await listHistory('order', orderId)).toMatchObject([
    { action: 'courtesy', actor_user_id: order.actorUserId },
  ])
  const listUnits = () => db.selectFrom('subscriptions').selectAll().execute()
  expect(await listUnits()).toMatchObject([
    { status: subscriptionStatus.downloadReleased, starts_on: today, profile_id: order.profileId },
  ])
  expect(await confirmPayment(orderId, byStaff, today)).toBe('already')
  expect(await listUnits()).toHaveLength(1)
  expect(await listQueuedJobs()).toEqual(['mail-payment-confirmed'])
})

test('creates one order for eight concurrent confirmations', async () => {
  const order = await makeInternalOrder([makeItem(await makePublication())])
  const answers = await Promise.all(Array.from({ length: 8 }, () => placeInternalOrder(order)))
  expect(new Set(answers.map(({ orderId }) => orderId)).size).toBe(1)
  expect(answers.filter(({ isRepeated }) => !isRepeated)).toHaveLength(1)
  expect(await db.selectFrom('orders').select('id').execute()).toHaveLength(1)
})

test('a further year extends the subscription when paid, and is rejected too early or for another client', async () => {
  const customer = await makeCustomer()
  const due = addDays(today, 10)
  const { id, publicationId } = await makeSubscription(customer, { due, registration: 'PT-ABC' })
  const [offer] = await listOffers(customer.profileId, [publicationId], today)
  expect(offer?.renewals).toEqual([{ id, registration: 'PT-ABC', serialNumber: '200512', due }])
  const renewal = makeItem(publicationId, { price: 'signature', seenValue: 60_00, renewsSubscriptionId: id })
  const { orderId } = await placeInternalOrder(
    await makeInternalOrder([renewal], { profileId: customer.profileId }),
  )
  expect(await listOrderLines(orderId)).toMatchObject([
    { renews_subscription_id: id, airplane_registration: 'PT-ABC', airplane_serial_number: '200512' },
  ])
  await confirmPayment(orderId, byStaff, today)
  expect(await loadSubscription(id)).toMatchObject({ times_renewed: 1 })
  const secondInternalOrder = await makeInternalOrder([renewal], { profileId: customer.profileId })
  expect(await findRefusalReason(secondInternalOrder)).toMatchObject({
    code: 'not-renewable',
    blocker: 'too-early',
  })
  const orderOfStranger = await makeInternalOrder([renewal])
  expect(await findRefusalReason(orderOfStranger)).toEqual({ code: 'form-stale' })
})

test.each([
  ['a price that has changed', { seenValue: 79_00 }, 'price-changed'],
  ['a further year of a publication without renewal', { price: 'signature', seenValue: 60_00 }, 'form-stale'],
] as const)('rejects an internal order with %s without writing', async (_, overrides, refusalCode) => {
  const order = await makeInternalOrder([makeItem(await makePublication(), overrides)])
  expect(await findRefusalReason(order)).toMatchObject({ code: refusalCode })
  expect(await db.selectFrom('orders').select('id').execute()).toEqual([])
})

test('rejects unavailable items, empty orders and unknown clients', async () => {
  const inactiveId = await makePublication({ active: false })
  expect(await findRefusalReason(await makeInternalOrder([makeItem(inactiveId)]))).toEqual({
    code: 'not-sellable',
  })
  expect(await findRefusalReason(await makeInternalOrder([]))).toEqual({ code: 'cart-empty' })
  const item = makeItem(await makePublication())
  const orderOfUnknownClient = await makeInternalOrder([item], { profileId: 999_999 })
  expect(await findRefusalReason(orderOfUnknownClient)).toEqual({ code: 'form-stale' })
})

test('rejects an order for a client without a document or an address', async () => {
  const item = makeItem(await makePublication())
  const order = await makeInternalOrder([item])
  await db.updateTable('profiles').set({ cpf: null }).where('id', '=', order.profileId).execute()
  expect(await findRefusalReason(order)).toEqual({ code: 'payer-incomplete' })
  const withoutAddress = { billing_address_id: null }
  await db.updateTable('profiles').set(withoutAddress).where('id', '=', order.profileId).execute()
  expect(await findRefusalReason(order)).toEqual({ code: 'address-missing' })
})
