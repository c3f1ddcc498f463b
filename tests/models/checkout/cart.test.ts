import { expect, test } from 'vitest'
import {
  addToCart,
  findCart,
  mergeVisitorCart,
  readCartSummary,
  setCartQuantity,
} from '#app/models/checkout/cart.server.ts'
import { findOrCreateDraft, saveDraft } from '#app/models/checkout/checkout-draft.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { makeCart, makeVisitorOwner } from '#tests/factories/orders.ts'
import { makeCustomer } from '#tests/factories/people.ts'
import { makeDownload, makePublication } from '#tests/factories/publications.ts'

test('stores no cart before the first publication is added', async () => {
  const owner = makeVisitorOwner()
  expect(await findCart(owner)).toBeUndefined()
  expect((await readCartSummary(owner)).units).toBe(0)
  await addToCart(owner, await makePublication())
  expect((await findCart(owner))?.items).toHaveLength(1)
})

test('adding a publication again does not change its quantity, and only publications on sale are added', async () => {
  const id = await makePublication()
  const { owner } = await makeCart({ [id]: 3 })
  expect(await addToCart(owner, id)).toBe(true)
  expect(await addToCart(owner, await makePublication({ active: false }))).toBe(false)
  const unknownId = 4_000_000
  expect(await addToCart(owner, unknownId)).toBe(false)
  expect((await findCart(owner))?.items).toMatchObject([{ publicationId: id, quantity: 3 }])
})

test.each([
  [5, 5],
  [0, undefined],
  [-3, undefined],
  [1000, 99],
])('setting the quantity to %i stores %s', async (quantity, storedQuantity) => {
  const id = await makePublication()
  const { owner } = await makeCart({ [id]: 2 })
  // The previous quantity is returned.
  expect((await setCartQuantity(owner, id, quantity)).quantity).toBe(2)
  expect((await findCart(owner))?.items[0]?.quantity).toBe(storedQuantity)
})

test('limits a download in the cart to one copy', async () => {
  const id = await makeDownload()
  const { owner } = await makeCart({ [id]: 4 })
  expect((await findCart(owner))?.items[0]?.quantity).toBe(1)
})

test('raises the version with every change of a cart', async () => {
  const id = await makePublication()
  const { owner, version } = await makeCart({ [id]: 1 })
  await setCartQuantity(owner, id, 2)
  expect((await findCart(owner))?.version).toBeGreaterThan(version)
})

test('the badge of the cart counts copies', async () => {
  const { owner } = await makeCart({ [await makePublication()]: 3, [await makeDownload()]: 1 })
  expect((await readCartSummary(owner)).units).toBe(4)
})

test('adds the visitor’s cart to the saved one at login, with one copy of a download', async () => {
  const { userId } = await makeCustomer()
  const [inBothCarts, onlySaved, onlyVisitor, download] = [
    await makePublication(),
    await makePublication(),
    await makePublication(),
    await makeDownload(),
  ]
  await makeCart({ [inBothCarts]: 2, [onlySaved]: 1, [download]: 1 }, { userId })
  const { owner } = await makeCart({ [inBothCarts]: 3, [onlyVisitor]: 4, [download]: 1 })
  if (!('keyHash' in owner)) throw new Error('a visitor was expected')
  await mergeVisitorCart(owner.keyHash, userId)
  const items = (await findCart({ userId }))?.items ?? []
  expect(Object.fromEntries(items.map((item) => [item.publicationId, item.quantity]))).toEqual({
    [inBothCarts]: 5,
    [onlySaved]: 1,
    [onlyVisitor]: 4,
    [download]: 1,
  })
  expect(await findCart(owner)).toBeUndefined()
})

test('merges a cart of 65 publications at login', async () => {
  const { userId } = await makeCustomer()
  const ids = await Promise.all(Array.from({ length: 65 }, () => makePublication()))
  const { owner } = await makeCart(Object.fromEntries(ids.map((id) => [id, 1])))
  if (!('keyHash' in owner)) throw new Error('a visitor was expected')
  await mergeVisitorCart(owner.keyHash, userId)
  expect((await readCartSummary({ userId })).publicationIds.sort()).toEqual(ids.sort())
})

test('merging carts moves the visitor’s checkout draft and its token to the customer’s cart', async () => {
  const { userId } = await makeCustomer()
  const { id, owner } = await makeCart({ [await makePublication()]: 1 })
  const { token } = await findOrCreateDraft(id)
  await saveDraft(id, { 'billing.city': 'Botucatu' })
  if (!('keyHash' in owner)) throw new Error('a visitor was expected')
  await mergeVisitorCart(owner.keyHash, userId)
  const cart = await findCart({ userId })
  expect(await findOrCreateDraft(cart?.id ?? 0)).toEqual({ token, fields: { 'billing.city': 'Botucatu' } })
})

test('a visitor draft with only a postal code does not replace the customer’s draft, but its token does', async () => {
  const { userId } = await makeCustomer()
  const customerCart = await makeCart({ [await makePublication()]: 1 }, { userId })
  await findOrCreateDraft(customerCart.id)
  await saveDraft(customerCart.id, { 'billing.city': 'Botucatu' })
  const { id, owner } = await makeCart({ [await makePublication()]: 1 })
  const { token } = await findOrCreateDraft(id)
  await saveDraft(id, { 'billing.zip_code': '69900-000', 'billing.city': '' })
  if (!('keyHash' in owner)) throw new Error('a visitor was expected')
  await mergeVisitorCart(owner.keyHash, userId)
  expect(await findOrCreateDraft(customerCart.id)).toEqual({ token, fields: { 'billing.city': 'Botucatu' } })
})

test('creates one cart for ten concurrent adds of a new visitor', async () => {
  const owner = makeVisitorOwner()
  const ids = await Promise.all(Array.from({ length: 10 }, () => makePublication()))
  await Promise.all(ids.map((id) => addToCart(owner, id)))
  expect((await findCart(owner))?.items).toHaveLength(10)
  expect(await db.selectFrom('carts').select('id').execute()).toHaveLength(1)
})
