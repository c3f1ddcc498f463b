import { expect, test } from 'vitest'
import { findCart, setCartQuantity } from '#app/models/checkout/cart.server.ts'
import { findOrCreateDraft, saveDraft } from '#app/models/checkout/checkout-draft.server.ts'
import { buyAgain } from '#app/models/orders/buy-again.server.ts'
import { cancelOrder } from '#app/models/orders/order-status.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { formatBuyAgain } from '#app/text/checkout/cart-labels.ts'
import { byStaff } from '#tests/factories/actors.ts'
import { getProfileId, makeOrder } from '#tests/factories/orders.ts'
import { makeCustomer } from '#tests/factories/people.ts'
import { makeDownload, makePublication } from '#tests/factories/publications.ts'
import { makeSubscription } from '#tests/factories/subscriptions.ts'

const makeAircraftUnit = (registration: string, isForeign = false) => ({
  registration,
  isForeign,
  serialNumber: '7-A',
  fuel: 2,
  photo: null,
})

const noRenewals = { renewals: 0, skippedRenewals: 0 }

/** Creates an order of two copies for two aircraft, one of them foreign, and of a download. */
async function makeBoughtOrder() {
  const sheet = await makePublication({ name: 'Fichas', has_airplane_info: true })
  const bulletin = await makeDownload()
  const units = {
    [`${sheet}-1`]: makeAircraftUnit('PT-ABC'),
    [`${sheet}-2`]: makeAircraftUnit('G-XYZ', true),
  }
  const placed = await makeOrder({ [sheet]: 2, [bulletin]: 1 }, { units })
  return { ...placed, sheet, bulletin, profileId: await getProfileId(placed.userId) }
}

async function loadCart(userId: number) {
  const cart = await findCart({ userId })
  if (!cart) throw new Error('no cart')
  const { fields } = await findOrCreateDraft(cart.id)
  return { ...cart, fields }
}

test('adds the order’s copies to the cart and their aircraft to the checkout', async () => {
  const { orderId, sheet, bulletin, ...buyer } = await makeBoughtOrder()
  expect(await buyAgain(orderId, buyer)).toEqual({
    addedCount: 2,
    missingCount: 0,
    needsPhoto: false,
    ...noRenewals,
  })
  const cart = await loadCart(buyer.userId)
  expect(cart.items).toMatchObject([
    { publicationId: sheet, quantity: 2 },
    { publicationId: bulletin, quantity: 1 },
  ])
  expect(cart.fields).toEqual({
    [`unit.${sheet}-1.prefix`]: 'PT-ABC',
    [`unit.${sheet}-1.serial`]: '7-A',
    [`unit.${sheet}-1.fuel`]: '2',
    [`unit.${sheet}-2.prefix`]: 'G-XYZ',
    [`unit.${sheet}-2.serial`]: '7-A',
    [`unit.${sheet}-2.fuel`]: '2',
    [`unit.${sheet}-2.foreign`]: 'on',
  })
})

test('ten concurrent clicks leave the same cart as one', async () => {
  const { orderId, sheet, bulletin, ...buyer } = await makeBoughtOrder()
  await Promise.all(Array.from({ length: 10 }, () => buyAgain(orderId, buyer)))
  const cart = await loadCart(buyer.userId)
  expect(cart.items.map((item) => [item.publicationId, item.quantity])).toEqual([
    [sheet, 2],
    [bulletin, 1],
  ])
  expect(Object.keys(cart.fields)).toHaveLength(7)
})

test('preserves the cart and its draft, and appends the order’s aircraft', async () => {
  const { orderId, sheet, bulletin, ...buyer } = await makeBoughtOrder()
  await buyAgain(orderId, buyer)
  await setCartQuantity({ userId: buyer.userId }, sheet, 1)
  const { id } = await loadCart(buyer.userId)
  await saveDraft(id, { 'buyer.phone': '14 3333-0000', [`unit.${sheet}-1.prefix`]: 'pr-new' })
  await buyAgain(orderId, buyer)
  const cart = await loadCart(buyer.userId)
  expect(cart.items).toMatchObject([{ quantity: 3 }, { publicationId: bulletin }])
  expect(cart.fields).toMatchObject({
    'buyer.phone': '14 3333-0000',
    [`unit.${sheet}-1.prefix`]: 'pr-new',
    [`unit.${sheet}-2.prefix`]: 'PT-ABC',
    [`unit.${sheet}-3.prefix`]: 'G-XYZ',
  })
})

test('skips items off sale and aircraft that are no longer required', async () => {
  const { orderId, sheet, bulletin, ...buyer } = await makeBoughtOrder()
  await db.updateTable('publications').set({ active: false }).where('id', '=', bulletin).execute()
  await db
    .updateTable('publications')
    .set({ has_airplane_info: false, has_photo_upload: true })
    .where('id', '=', sheet)
    .execute()
  expect(await buyAgain(orderId, buyer)).toEqual({
    addedCount: 1,
    missingCount: 1,
    needsPhoto: true,
    ...noRenewals,
  })
  const cart = await loadCart(buyer.userId)
  expect(cart.items).toMatchObject([{ publicationId: sheet, quantity: 2 }])
  expect(cart.fields).toEqual({})
})

test('accepts only the owner of the order', async () => {
  const { orderId } = await makeBoughtOrder()
  const stranger = await makeCustomer()
  expect(await buyAgain(orderId, stranger)).toBeUndefined()
  expect(await findCart({ userId: stranger.userId })).toBeUndefined()
})

test('adds the order’s renewals that can be bought today', async () => {
  const buyer = await makeCustomer()
  const today = '2026-11-21'
  const [soon, later] = [
    await makeSubscription(buyer, { due: '2026-12-01' }),
    await makeSubscription(buyer, { due: '2027-09-01' }),
  ]
  const { orderId } = await makeOrder(
    { [await makePublication()]: 3 },
    { buyer: { ...buyer, phone: '14999990000' } },
  )
  const [one, other] = await db
    .selectFrom('order_lines')
    .select('id')
    .where('order_id', '=', orderId)
    .orderBy('id')
    .execute()
  for (const [line, { id, publicationId }] of [[one, soon] as const, [other, later] as const])
    await db
      .updateTable('order_lines')
      .set({ renews_subscription_id: id, publication_id: publicationId })
      .where('id', '=', line?.id ?? 0)
      .execute()
  await cancelOrder(orderId, byStaff)
  expect(await buyAgain(orderId, buyer, today)).toMatchObject({
    addedCount: 1,
    renewals: 1,
    skippedRenewals: 1,
  })
  const cart = await loadCart(buyer.userId)
  expect(cart.items.map(({ renewal }) => renewal?.subscriptionId ?? null).toSorted()).toEqual([soon.id, null])
})

test('returns the outcome of each renewal', () => {
  const bought = { addedCount: 1, missingCount: 0, needsPhoto: false }
  expect(formatBuyAgain({ ...bought, renewals: 2, skippedRenewals: 0 })).toContain(
    'As renovações do pedido também estão no carrinho.',
  )
  expect(formatBuyAgain({ ...bought, renewals: 0, skippedRenewals: 1 })).toContain(
    'Renovações: faça em Minhas publicações.',
  )
})
