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
  const sheetId = await makePublication({ name: 'Fichas', has_airplane_info: true })
  const bulletinId = await makeDownload()
  const units = {
    [`${sheetId}-1`]: makeAircraftUnit('PT-ABC'),
    [`${sheetId}-2`]: makeAircraftUnit('G-XYZ', true),
  }
  const order = await makeOrder({ [sheetId]: 2, [bulletinId]: 1 }, { units })
  return { ...order, sheetId, bulletinId, profileId: await getProfileId(order.userId) }
}

async function loadCart(userId: number) {
  const cart = await findCart({ userId })
  if (!cart) throw new Error('no cart')
  const { fields } = await findOrCreateDraft(cart.id)
  return { ...cart, fields }
}

test('adds the order’s copies to the cart and their aircraft to the checkout', async () => {
  const { orderId, sheetId, bulletinId, ...buyer } = await makeBoughtOrder()
  expect(await buyAgain(orderId, buyer)).toEqual({
    addedCount: 2,
    missingCount: 0,
    needsPhoto: false,
    ...noRenewals,
  })
  const cart = await loadCart(buyer.userId)
  expect(cart.items).toMatchObject([
    { publicationId: sheetId, quantity: 2 },
    { publicationId: bulletinId, quantity: 1 },
  ])
  expect(cart.fields).toEqual({
    [`unit.${sheetId}-1.prefix`]: 'PT-ABC',
    [`unit.${sheetId}-1.serial`]: '7-A',
    [`unit.${sheetId}-1.fuel`]: '2',
    [`unit.${sheetId}-2.prefix`]: 'G-XYZ',
    [`unit.${sheetId}-2.serial`]: '7-A',
    [`unit.${sheetId}-2.fuel`]: '2',
    [`unit.${sheetId}-2.foreign`]: 'on',
  })
})

test('ten concurrent clicks leave the same cart as a single click', async () => {
  const { orderId, sheetId, bulletinId, ...buyer } = await makeBoughtOrder()
  await Promise.all(Array.from({ length: 10 }, () => buyAgain(orderId, buyer)))
  const cart = await loadCart(buyer.userId)
  expect(cart.items.map((item) => [item.publicationId, item.quantity])).toEqual([
    [sheetId, 2],
    [bulletinId, 1],
  ])
  expect(Object.keys(cart.fields)).toHaveLength(7) // The fields of two aircraft.
})

test('adds to the copies already in the cart, and preserves their aircraft and the draft', async () => {
  const { orderId, sheetId, bulletinId, ...buyer } = await makeBoughtOrder()
  await buyAgain(orderId, buyer)
  await setCartQuantity({ userId: buyer.userId }, sheetId, 1)
  const { id } = await loadCart(buyer.userId)
  await saveDraft(id, { 'buyer.phone': '14 3333-0000', [`unit.${sheetId}-1.prefix`]: 'pr-new' })
  await buyAgain(orderId, buyer)
  const cart = await loadCart(buyer.userId)
  expect(cart.items).toMatchObject([{ quantity: 3 }, { publicationId: bulletinId }])
  expect(cart.fields).toMatchObject({
    'buyer.phone': '14 3333-0000',
    [`unit.${sheetId}-1.prefix`]: 'pr-new',
    [`unit.${sheetId}-2.prefix`]: 'PT-ABC',
    [`unit.${sheetId}-3.prefix`]: 'G-XYZ',
  })
})

test('skips items off sale and omits the aircraft of titles that no longer require one', async () => {
  const { orderId, sheetId, bulletinId, ...buyer } = await makeBoughtOrder()
  await db.updateTable('publications').set({ active: false }).where('id', '=', bulletinId).execute()
  await db
    .updateTable('publications')
    .set({ has_airplane_info: false, has_photo_upload: true })
    .where('id', '=', sheetId)
    .execute()
  expect(await buyAgain(orderId, buyer)).toEqual({
    addedCount: 1,
    missingCount: 1,
    needsPhoto: true,
    ...noRenewals,
  })
  const cart = await loadCart(buyer.userId)
  expect(cart.items).toMatchObject([{ publicationId: sheetId, quantity: 2 }])
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
  const [renewableUnit, laterUnit] = [
    await makeSubscription(buyer, { due: '2026-12-01' }),
    await makeSubscription(buyer, { due: '2027-09-01' }),
  ]
  const { orderId } = await makeOrder(
    { [await makePublication()]: 3 },
    { buyer: { ...buyer, phone: '14999990000' } },
  )
  const [firstLine, secondLine] = await db
    .selectFrom('order_lines')
    .select('id')
    .where('order_id', '=', orderId)
    .orderBy('id')
    .execute()
  // Two of the three lines become renewals.
  for (const [line, { id, publicationId }] of [
    [firstLine, renewableUnit] as const,
    [secondLine, laterUnit] as const,
  ])
    await db
      .updateTable('order_lines')
      .set({ renews_subscription_id: id, publication_id: publicationId })
      .where('id', '=', line?.id ?? 0)
      .execute()
  // A subscription cannot be renewed while an open order renews it.
  await cancelOrder(orderId, byStaff)
  expect(await buyAgain(orderId, buyer, today)).toMatchObject({
    addedCount: 1,
    renewals: 1,
    skippedRenewals: 1,
  })
  const cart = await loadCart(buyer.userId)
  expect(cart.items.map(({ renewal }) => renewal?.subscriptionId ?? null).toSorted()).toEqual([
    renewableUnit.id,
    null,
  ])
})

test('fills in an aircraft with only a serial number, unless the publication needs none', async () => {
  const { orderId, sheetId, ...buyer } = await makeBoughtOrder()
  await db
    .updateTable('order_lines')
    .set({ airplane_registration: null, airplane_is_foreign: false, fuel_type: null })
    .set({ airplane_serial_number: '200512' })
    .where('order_id', '=', orderId)
    .execute()
  await buyAgain(orderId, buyer)
  expect((await loadCart(buyer.userId)).fields).toEqual({
    [`unit.${sheetId}-1.serial`]: '200512',
    [`unit.${sheetId}-2.serial`]: '200512',
  })
})

test('the message mentions renewals that were added, and where to buy renewals that were not', () => {
  const outcome = { addedCount: 1, missingCount: 0, needsPhoto: false }
  expect(formatBuyAgain({ ...outcome, renewals: 2, skippedRenewals: 0 })).toContain(
    'As renovações do pedido também estão no carrinho.',
  )
  expect(formatBuyAgain({ ...outcome, renewals: 0, skippedRenewals: 1 })).toContain(
    'Renovações: faça em Minhas publicações.',
  )
})
