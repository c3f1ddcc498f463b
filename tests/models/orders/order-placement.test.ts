import { describe, expect, test } from 'vitest'
import { shippingTypes } from '#app/domain/checkout/shipping.ts'
import { orderStatus } from '#app/domain/orders/order-status.ts'
import { subscriptionStatus } from '#app/domain/subscriptions/subscription.ts'
import { issueBoleto } from '#app/jobs/charges/issue-boleto.server.ts'
import { changeAddresses } from '#app/models/accounts/account.server.ts'
import { findCart, setCartQuantity } from '#app/models/checkout/cart.server.ts'
import { storePhoto } from '#app/models/checkout/photo.server.ts'
import {
  findOrderByToken,
  type OrderRefusalReason,
  OrderRefused,
  placeOrder,
} from '#app/models/orders/order-placement.server.ts'
import { approveOrder } from '#app/models/orders/order-status.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { listHistory } from '#app/models/platform/history.server.ts'
import { saveSetting } from '#app/models/settings/setting.server.ts'
import { byStaff } from '#tests/factories/actors.ts'
import { makeCart, makeOrderRequest, makeOrderUnderReview, placeNewOrder } from '#tests/factories/orders.ts'
import { address, company, makeCustomer, person } from '#tests/factories/people.ts'
import { makeDownload, makePublication } from '#tests/factories/publications.ts'

async function catchRefusal(placement: Promise<unknown>): Promise<OrderRefusalReason | undefined> {
  const error = await placement.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (error instanceof OrderRefused) return error.reason
  throw error ?? new Error('the order was accepted')
}

async function countRows(table: 'orders' | 'users' | 'order_lines' | 'outbox') {
  const row = await db
    .selectFrom(table)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return row.count
}

test('stores one line per unit with the current name, version and price, and the total with freight', async () => {
  const manual = await makePublication({ price: 80_10, name: 'Manual de Manutenção', version: 'Rev. 7' })
  const bulletin = await makeDownload({ price: 35_05 })
  const { orderId } = await placeNewOrder({ [manual]: 3, [bulletin]: 1 })
  const lines = await db.selectFrom('order_lines').selectAll().where('order_id', '=', orderId).execute()
  expect(lines.map(({ publication_id, value }) => [publication_id, value])).toEqual([
    [manual, 80_10],
    [manual, 80_10],
    [manual, 80_10],
    [bulletin, 35_05],
  ])
  expect(lines[0]).toMatchObject({ name: 'Manual de Manutenção', version: 'Rev. 7' })
  const order = await db.selectFrom('orders').selectAll().where('id', '=', orderId).executeTakeFirstOrThrow()
  expect(order).toMatchObject({
    status: orderStatus.pendingPayment,
    date: '2026-11-21',
    total_publications: 3 * 80_10 + 35_05,
    shipping_value: 22_50,
    total: 3 * 80_10 + 35_05 + 22_50,
    shipping_type: 'PAC',
    payer_name: 'Ana Inventada da Silva',
    payer_document: '52998224725',
  })
})

test('placing an order adds history, queues boleto and mail and empties the cart', async () => {
  const cart = await makeCart({ [await makePublication()]: 1 })
  const { orderId, userId } = await placeOrder(await makeOrderRequest(cart))
  expect(await listHistory('order', orderId)).toMatchObject([{ action: 'placed', actor_user_id: userId }])
  expect(await db.selectFrom('outbox').select(['job', 'subject']).execute()).toEqual([
    { job: 'issue-boleto', subject: String(orderId) },
    { job: 'mail-order-without-boleto', subject: String(orderId) },
  ])
  expect((await findCart(cart.owner))?.items).toEqual([])
})

test('fifty concurrent identical forms create one order and one account, and all return this order', async () => {
  const request = await makeOrderRequest(await makeCart({ [await makePublication()]: 2 }))
  const placedOrders = await Promise.all(Array.from({ length: 50 }, () => placeOrder(request)))
  expect(new Set(placedOrders.map(({ orderId }) => orderId)).size).toBe(1)
  expect(placedOrders.filter(({ isRepeated }) => !isRepeated)).toHaveLength(1)
  expect([await countRows('orders'), await countRows('users'), await countRows('order_lines')]).toEqual([
    1, 1, 2,
  ])
  // The boleto and the mail.
  expect(await countRows('outbox')).toBe(2)
})

test('finds the order by its token', async () => {
  const request = await makeOrderRequest(await makeCart({ [await makePublication()]: 1 }))
  expect(await findOrderByToken(request.checkoutToken)).toBeUndefined()
  const { orderId } = await placeOrder(request)
  expect(await findOrderByToken(request.checkoutToken)).toMatchObject({ orderId, isRepeated: true })
})

test('preserves a known customer’s identity and updates phone and address', async () => {
  const customer = await makeCustomer({ identity: company })
  const cart = await makeCart({ [await makeDownload()]: 1 }, { userId: customer.userId })
  const billing = { ...address, street: 'Rua Nova' }
  const buyer = { userId: customer.userId, profileId: customer.profileId, phone: '11988887777' }
  const { orderId } = await placeOrder(await makeOrderRequest(cart, { buyer, billing }))
  const order = await db.selectFrom('orders').selectAll().where('id', '=', orderId).executeTakeFirstOrThrow()
  expect(order).toMatchObject({ payer_name: company.companyName, payer_document: company.cnpj })
  const profile = await db.selectFrom('profiles').selectAll().executeTakeFirstOrThrow()
  expect(profile).toMatchObject({ phone: '11988887777', company_name: company.companyName })
  expect(profile.billing_address_id).toBe(order.billing_address_id)
})

test('an order references the account’s address and retains it when the account moves (D103)', async () => {
  const { userId, profileId } = await makeCustomer()
  const listAddresses = () => db.selectFrom('addresses').select(['id', 'street']).orderBy('id').execute()
  const [accountAddress] = await listAddresses()
  const cart = await makeCart({ [await makeDownload()]: 1 }, { userId })
  const buyer = { userId, profileId, phone: person.phone ?? '' }
  const { orderId } = await placeOrder(await makeOrderRequest(cart, { buyer }))
  expect(await listAddresses()).toEqual([accountAddress])
  await changeAddresses(
    { userId, profileId },
    { billing: { ...address, street: 'Rua Nova' }, shipping: null },
  )
  const order = await db.selectFrom('orders').selectAll().where('id', '=', orderId).executeTakeFirstOrThrow()
  expect(order.billing_address_id).toBe(accountAddress?.id)
  expect(await listAddresses()).toMatchObject([accountAddress, { street: 'Rua Nova' }])
})

test('an order that changes no account data adds no account history (D103)', async () => {
  const { userId, profileId } = await makeCustomer()
  const loadVersion = () =>
    db.selectFrom('profiles').select('lock_version').where('id', '=', profileId).executeTakeFirstOrThrow()
  const versionBefore = await loadVersion()
  const cart = await makeCart({ [await makeDownload()]: 1 }, { userId })
  await placeOrder(await makeOrderRequest(cart, { buyer: { userId, profileId, phone: person.phone ?? '' } }))
  expect(await loadVersion()).toEqual(versionBefore)
  expect(await listHistory('user', userId)).toEqual([])
})

test('a download has no shipping address and no freight', async () => {
  const { orderId } = await placeNewOrder({ [await makeDownload({ price: 19_99 })]: 1 })
  const order = await db.selectFrom('orders').selectAll().where('id', '=', orderId).executeTakeFirstOrThrow()
  expect(order).toMatchObject({ shipping_type: shippingTypes.download, shipping_value: 0, total: 19_99 })
})

test('stores zero for freight to be agreed, and not one cent as the previous shop did', async () => {
  const overrides = { shippingService: shippingTypes.toBeAgreed }
  const { orderId } = await placeNewOrder({ [await makePublication()]: 1 }, overrides)
  const order = await db.selectFrom('orders').selectAll().where('id', '=', orderId).executeTakeFirstOrThrow()
  expect(order).toMatchObject({ shipping_type: 'TO_BE_AGREED', shipping_value: 0, total: 80_00 })
})

const makeShownCart = (id: number, price: number, shippingValue = 22_50) => ({
  prices: new Map([[String(id), price]]),
  quantities: new Map([[String(id), 1]]),
  shippingValue,
})
const otherId = 0

test.each<[string, (id: number) => Parameters<typeof placeNewOrder>[1], OrderRefusalReason['code']]>([
  ['a price that changed', (id) => ({ shownCart: makeShownCart(id, 79_00) }), 'price-changed'],
  ['a publication missing from the form', () => ({ shownCart: makeShownCart(otherId, 80_00) }), 'form-stale'],
  ['no shipping service for a printed item', () => ({ shippingService: null }), 'shipping-required'],
  ['a service that was not quoted', () => ({ shippingService: 'DRONE' }), 'shipping-required'],
  [
    'a postal code that was not quoted',
    () => ({ billing: { ...address, zip_code: '01001000' } }),
    'shipping-changed',
  ],
  ['a freight value that changed', (id) => ({ shownCart: makeShownCart(id, 80_00, 1) }), 'shipping-changed'],
  [
    'freight to be agreed while it is turned off',
    () => ({ shippingService: shippingTypes.toBeAgreed, offersFreightToBeAgreed: false }),
    'shipping-required',
  ],
  ['a token of another form', () => ({ checkoutToken: '0'.repeat(32) }), 'form-stale'],
])('rejects an order with %s without writing', async (_name, overrides, refusalCode) => {
  const id = await makePublication()
  expect(await catchRefusal(placeNewOrder({ [id]: 1 }, overrides(id)))).toMatchObject({ code: refusalCode })
  expect([await countRows('orders'), await countRows('users'), await countRows('outbox')]).toEqual([0, 0, 0])
})

test('rejects an e-mail that has an account and preserves the cart', async () => {
  const { email } = await makeCustomer()
  const cart = await makeCart({ [await makePublication()]: 1 })
  const request = await makeOrderRequest(cart)
  const buyer = { ...request.buyer, email: email.toUpperCase() }
  expect(await catchRefusal(placeOrder({ ...request, buyer }))).toEqual({ code: 'email-taken' })
  expect((await findCart(cart.owner))?.items).toHaveLength(1)
  expect(await countRows('orders')).toBe(0)
})

const makeAircraftUnit = (registration: string) => ({
  registration,
  isForeign: false,
  serialNumber: '200512',
  fuel: 1,
  photo: null,
})

test('stores each copy’s own aircraft and the version of the terms', async () => {
  const id = await makePublication({ has_airplane_info: true })
  const units = {
    [`${id}-1`]: makeAircraftUnit('PT-ABC'),
    [`${id}-2`]: { ...makeAircraftUnit('LV-X123'), isForeign: true, serialNumber: 'C/3-044', fuel: 3 },
  }
  const { orderId, isUnderReview } = await placeNewOrder({ [id]: 2 }, { units, termsVersion: '2026-11' })
  const lines = await db.selectFrom('order_lines').selectAll().where('order_id', '=', orderId).execute()
  expect(lines).toMatchObject([
    {
      airplane_registration: 'PT-ABC',
      airplane_is_foreign: false,
      airplane_serial_number: '200512',
      fuel_type: 1,
    },
    {
      airplane_registration: 'LV-X123',
      airplane_is_foreign: true,
      airplane_serial_number: 'C/3-044',
      fuel_type: 3,
    },
  ])
  const order = await db.selectFrom('orders').selectAll().executeTakeFirstOrThrow()
  expect(order).toMatchObject({ status: orderStatus.pendingPayment, terms_version: '2026-11' })
  expect(isUnderReview).toBe(false)
})

test('rejects a form that lacks the aircraft of one copy as outdated', async () => {
  const id = await makePublication({ has_airplane_info: true })
  const units = { [`${id}-1`]: makeAircraftUnit('PT-ABC') }
  expect(await catchRefusal(placeNewOrder({ [id]: 2 }, { units }))).toEqual({ code: 'form-stale' })
})

async function makePhotoRequest(quantity: number) {
  const id = await makePublication({ has_photo_upload: true })
  const cart = await makeCart({ [id]: quantity })
  const photo = await storePhoto({ cartId: cart.id }, { type: 'image/jpeg', bytes: 9, width: 3, height: 2 })
  const unit = { registration: null, isForeign: false, serialNumber: null, fuel: null, photo }
  return { photo, cart, request: await makeOrderRequest(cart, { units: { [`${id}-0`]: unit } }) }
}

test('an order with a photo waits for review and queues a mail, but no boleto', async () => {
  const { request, photo } = await makePhotoRequest(2)
  const result = await placeOrder(request)
  expect(result.isUnderReview).toBe(true)
  expect((await placeOrder(request)).isUnderReview).toBe(true)
  const order = await db.selectFrom('orders').select('status').executeTakeFirstOrThrow()
  expect(order.status).toBe(orderStatus.underReview)
  expect(await db.selectFrom('outbox').select('job').execute()).toEqual([{ job: 'mail-order-under-review' }])
  const lines = await db.selectFrom('order_lines').select('photo').execute()
  expect(lines).toEqual([{ photo }, { photo }])
  const storedPhoto = await db
    .selectFrom('photos')
    .select(['user_id', 'claimed_at'])
    .executeTakeFirstOrThrow()
  expect(storedPhoto).toMatchObject({ user_id: result.userId, claimed_at: expect.any(Date) })
})

test('rejects an order whose photo now belongs to another cart, without writing', async () => {
  const { request, photo } = await makePhotoRequest(1)
  await db
    .updateTable('photos')
    .set({ cart_id: (await makeCart({ [await makeDownload()]: 1 })).id })
    .where('name', '=', photo)
    .execute()
  expect(await catchRefusal(placeOrder(request))).toEqual({ code: 'photo-gone' })
  expect([await countRows('orders'), await countRows('users')]).toEqual([0, 0])
})

test('requires a confirmation of each equal order within ten minutes, but not of a different or later order', async () => {
  const customer = await makeCustomer()
  const id = await makeDownload()
  const buyer = { userId: customer.userId, profileId: customer.profileId, phone: '11988887777' }
  const placeCartOrder = async (ids: Record<number, number>, overrides = {}) =>
    placeOrder(
      await makeOrderRequest(await makeCart(ids, { userId: customer.userId }), { buyer, ...overrides }),
    )
  const firstOrder = await placeCartOrder({ [id]: 1 })
  expect(await catchRefusal(placeCartOrder({ [id]: 1 }))).toEqual({
    code: 'just-ordered',
    orderId: firstOrder.orderId,
  })
  const confirmedOrder = await placeCartOrder({ [id]: 1 }, { confirmedRepeatId: firstOrder.orderId })
  expect(await catchRefusal(placeCartOrder({ [id]: 1 }, { confirmedRepeatId: firstOrder.orderId }))).toEqual({
    code: 'just-ordered',
    orderId: confirmedOrder.orderId,
  })
  await placeCartOrder({ [id]: 1, [await makeDownload()]: 1 })
  await db
    .updateTable('orders')
    .set({ created_at: new Date(Date.now() - 11 * 60_000) })
    .execute()
  expect((await placeCartOrder({ [id]: 1 })).isRepeated).toBe(false)
})

test('confirms an order with a zero total at once, without boleto and charge', async () => {
  const id = await makeDownload({ price: 0 })
  const { orderId } = await placeNewOrder({ [id]: 1 })
  const order = await db
    .selectFrom('orders')
    .select(['status', 'total', 'paid_on'])
    .where('id', '=', orderId)
    .executeTakeFirstOrThrow()
  expect(order).toEqual({ status: orderStatus.confirmed, total: 0, paid_on: '2026-11-21' })
  expect(await db.selectFrom('subscriptions').select('status').execute()).toEqual([
    { status: subscriptionStatus.downloadReleased },
  ])
  const jobs = await db.selectFrom('outbox').select('job').execute()
  expect(jobs).toEqual([{ job: 'mail-payment-confirmed' }])
})

test('approving a free order under photo review confirms it without a boleto', async () => {
  const result = await makeOrderUnderReview(0)
  expect(result.isUnderReview).toBe(true)
  const loadStatus = async () =>
    (
      await db
        .selectFrom('orders')
        .select('status')
        .where('id', '=', result.orderId)
        .executeTakeFirstOrThrow()
    ).status
  expect(await loadStatus()).toBe(orderStatus.underReview)
  expect(await approveOrder(result.orderId, byStaff, { withoutPhoto: 'vista no local' })).toBe('changed')
  expect(await loadStatus()).toBe(orderStatus.confirmed)
  await issueBoleto.run(String(result.orderId), { id: 1 })
  expect(await db.selectFrom('boletos').select('id').execute()).toEqual([])
})

describe('the minimum total of an order', () => {
  const issuer = { issuer: 'asaas', agencyAndCode: '', wallet: '' } as const

  test.each([
    [4_99, 500, false],
    [5_00, 500, true],
    [49_99, 50_00, false],
    [1, 0, true],
  ])('accepts %i centavos with a minimum of %i: %s', async (price, minimum, isAccepted) => {
    await saveSetting('issuer', { ...issuer, minimum })
    const placement = placeNewOrder({ [await makeDownload({ price })]: 1 })
    if (isAccepted) expect(await placement).toMatchObject({ isRepeated: false })
    else expect(await catchRefusal(placement)).toEqual({ code: 'below-minimum', minimum })
    expect(await db.selectFrom('orders').select('id').execute()).toHaveLength(isAccepted ? 1 : 0)
  })

  test('is five reais for the gateway and zero for boletos of the shop’s bank by default', async () => {
    await saveSetting('issuer', issuer)
    expect(await catchRefusal(placeNewOrder({ [await makeDownload({ price: 1 })]: 1 }))).toEqual({
      code: 'below-minimum',
      minimum: 5_00,
    })
    await saveSetting('issuer', { ...issuer, issuer: 'own-bank' })
    await placeNewOrder({ [await makeDownload({ price: 1 })]: 1 })
  })

  test('is compared with the total that includes freight', async () => {
    await saveSetting('issuer', issuer)
    expect(await placeNewOrder({ [await makePublication({ price: 1 })]: 1 })).toMatchObject({
      isRepeated: false,
    })
  })
})

test('rejects an order of a publication that was taken off sale after its form was opened', async () => {
  const id = await makePublication()
  const request = await makeOrderRequest(await makeCart({ [id]: 1 }))
  await db.updateTable('publications').set({ active: false }).where('id', '=', id).execute()
  expect(await catchRefusal(placeOrder(request))).toEqual({ code: 'not-sellable' })
})

test('rejects a quantity changed in another tab and places no order', async () => {
  const id = await makePublication()
  const cart = await makeCart({ [id]: 1 })
  const request = await makeOrderRequest(cart)
  await setCartQuantity(cart.owner, id, 50)
  // Freight to be agreed needs no quote for the new weight, so only the quantity can be the reason.
  const outdatedRequest = { ...request, shippingService: shippingTypes.toBeAgreed }
  expect(await catchRefusal(placeOrder(outdatedRequest))).toEqual({ code: 'form-stale' })
  expect(await countRows('orders')).toBe(0)
})
