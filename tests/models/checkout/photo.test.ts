import { beforeEach, describe, expect, test } from 'vitest'
import { mergeVisitorCart } from '#app/models/checkout/cart.server.ts'
import {
  claimPhotos,
  deletePhotoRow,
  findPhotoForViewer,
  listCartPhotos,
  listUnclaimedPhotos,
  movePhotos,
  PhotoGone,
  removePhotoOwner,
  storePhoto,
} from '#app/models/checkout/photo.server.ts'
import { db, withTransaction } from '#app/models/platform/db.server.ts'
import { makeCart } from '#tests/factories/orders.ts'
import { makeCustomer } from '#tests/factories/people.ts'
import { makePublication } from '#tests/factories/publications.ts'

const photoData = { type: 'image/jpeg', bytes: 1234, width: 40, height: 30 }
let publicationId: number

beforeEach(async () => {
  publicationId = await makePublication()
})

const makeVisitorCart = () => makeCart({ [publicationId]: 1 })
const makeUserCart = (userId: number) => makeCart({ [publicationId]: 1 }, { userId })
const claimNames = (names: string[], cartId: number, userId: number) =>
  withTransaction((trx) => claimPhotos(trx, { names, cartId, userId }))
const loadPhotoRow = (name: string) =>
  db.selectFrom('photos').selectAll().where('name', '=', name).executeTakeFirstOrThrow()

describe('a photo', () => {
  test('has a unique random name, a type and a size', async () => {
    const cart = await makeVisitorCart()
    const names = [
      await storePhoto({ cartId: cart.id }, photoData),
      await storePhoto({ cartId: cart.id }, photoData),
    ]
    expect(new Set(names).size).toBe(2)
    for (const name of names) expect(name).toMatch(/^[0-9a-f]{32}\.jpg$/)
    expect(await loadPhotoRow(names[0] ?? '')).toMatchObject({
      ...photoData,
      cart_id: cart.id,
      user_id: null,
      claimed_at: null,
    })
  })

  test('is visible only to the visitor of its cart and to staff', async () => {
    const [cart, otherCart] = [await makeVisitorCart(), await makeVisitorCart()]
    const { userId } = await makeCustomer()
    const name = await storePhoto({ cartId: cart.id }, photoData)
    expect(await findPhotoForViewer(name, { owner: cart.owner, isStaff: false })).toEqual({
      name,
      ...photoData,
    })
    expect(await findPhotoForViewer(name, { isStaff: true })).toEqual({ name, ...photoData })
    for (const viewer of [{ owner: otherCart.owner }, { owner: { userId } }, {}])
      expect(await findPhotoForViewer(name, { ...viewer, isStaff: false })).toBeUndefined()
  })

  test('is visible only to the user who owns it', async () => {
    const [owner, otherCustomer] = [await makeCustomer(), await makeCustomer()]
    const cart = await makeUserCart(owner.userId)
    for (const photoOwner of [{ cartId: cart.id }, { userId: owner.userId }]) {
      const name = await storePhoto(photoOwner, photoData)
      expect(await findPhotoForViewer(name, { owner, isStaff: false })).toBeDefined()
      expect(await findPhotoForViewer(name, { owner: otherCustomer, isStaff: false })).toBeUndefined()
      // Names are case-sensitive.
      expect(await findPhotoForViewer(name.toUpperCase(), { owner, isStaff: false })).toBeUndefined()
    }
  })
})

describe('an order with photos', () => {
  test('assigns its photos to the user and hides them from the visitor’s cart', async () => {
    const { userId } = await makeCustomer()
    const cart = await makeVisitorCart()
    const name = await storePhoto({ cartId: cart.id }, photoData)
    await claimNames([name, name], cart.id, userId)
    expect(await loadPhotoRow(name)).toMatchObject({
      user_id: userId,
      cart_id: null,
      claimed_at: expect.any(Date),
    })
    expect(await findPhotoForViewer(name, { owner: { userId }, isStaff: false })).toBeDefined()
    expect(await findPhotoForViewer(name, { owner: cart.owner, isStaff: false })).toBeUndefined()
    expect(await listCartPhotos(cart.id, [name])).toEqual([])
  })

  test('does not assign unused photos of its cart', async () => {
    const { userId } = await makeCustomer()
    const cart = await makeVisitorCart()
    const name = await storePhoto({ cartId: cart.id }, photoData)
    await claimNames([], cart.id, userId)
    expect((await loadPhotoRow(name)).claimed_at).toBeNull()
  })

  test('assigns no photo if one belongs to another cart or order, has no owner or does not exist', async () => {
    const { userId } = await makeCustomer()
    const [cart, otherCart] = [await makeVisitorCart(), await makeVisitorCart()]
    const ownPhoto = await storePhoto({ cartId: cart.id }, photoData)
    const otherPhoto = await storePhoto({ cartId: otherCart.id }, photoData)
    const orderedPhoto = await storePhoto({ cartId: cart.id }, photoData)
    const photoWithoutOwner = await storePhoto({ cartId: cart.id }, photoData)
    await claimNames([orderedPhoto], cart.id, userId)
    await removePhotoOwner(photoWithoutOwner)
    for (const name of [otherPhoto, orderedPhoto, photoWithoutOwner, `${'0'.repeat(32)}.jpg`])
      await expect(claimNames([ownPhoto, name], cart.id, userId)).rejects.toThrow(PhotoGone)
    expect((await loadPhotoRow(ownPhoto)).claimed_at).toBeNull()
    expect((await loadPhotoRow(otherPhoto)).cart_id).toBe(otherCart.id)
  })

  test('is the only one of three concurrent orders that receives the same photo', async () => {
    const { userId } = await makeCustomer()
    const cart = await makeVisitorCart()
    const name = await storePhoto({ cartId: cart.id }, photoData)
    const outcomes = await Promise.allSettled([1, 2, 3].map(() => claimNames([name], cart.id, userId)))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })
})

describe('a cart with photos', () => {
  test('filters the submitted names to its own photos', async () => {
    const [cart, otherCart] = [await makeVisitorCart(), await makeVisitorCart()]
    const ownPhoto = await storePhoto({ cartId: cart.id }, photoData)
    const otherPhoto = await storePhoto({ cartId: otherCart.id }, photoData)
    expect(await listCartPhotos(cart.id, [otherPhoto, ownPhoto, ownPhoto, '', 'x'.repeat(500)])).toEqual([
      ownPhoto,
    ])
    expect(await listCartPhotos(cart.id, [])).toEqual([])
  })

  test('moves its photos to the cart of the user who logs in', async () => {
    const { userId } = await makeCustomer()
    const [visitorCart, customerCart] = [await makeVisitorCart(), await makeUserCart(userId)]
    const name = await storePhoto({ cartId: visitorCart.id }, photoData)
    await withTransaction((trx) => movePhotos(trx, visitorCart.id, customerCart.id))
    expect(await findPhotoForViewer(name, { owner: { userId }, isStaff: false })).toBeDefined()
    expect(await findPhotoForViewer(name, { owner: visitorCart.owner, isStaff: false })).toBeUndefined()
    expect(await listCartPhotos(customerCart.id, [name])).toEqual([name])
  })

  test('leaves its photos without an owner when it is deleted', async () => {
    const { userId } = await makeCustomer()
    const cart = await makeVisitorCart()
    const name = await storePhoto({ cartId: cart.id }, photoData)
    if (!('keyHash' in cart.owner)) throw new Error('Cart has no visitor key')
    // The merge deletes the visitor's cart.
    await mergeVisitorCart(cart.owner.keyHash, userId)
    expect(await loadPhotoRow(name)).toMatchObject({ user_id: null, claimed_at: null })
  })
})

describe('unused photos', () => {
  const getNovemberDay = (number: number) => new Date(Date.UTC(2026, 10, number))

  async function makePhotoOfDay(date: Date, cartId: number) {
    const name = await storePhoto({ cartId }, photoData)
    await db.updateTable('photos').set({ created_at: date }).where('name', '=', name).execute()
    return name
  }

  test('are listed oldest first, up to a limit', async () => {
    const { userId } = await makeCustomer()
    const cart = await makeVisitorCart()
    const [thirdPhoto, firstPhoto, secondPhoto, claimedPhoto] = [
      await makePhotoOfDay(getNovemberDay(3), cart.id),
      await makePhotoOfDay(getNovemberDay(1), cart.id),
      await makePhotoOfDay(getNovemberDay(2), cart.id),
      await makePhotoOfDay(getNovemberDay(1), cart.id),
    ]
    await claimNames([claimedPhoto], cart.id, userId)
    expect(await listUnclaimedPhotos(getNovemberDay(9), 10)).toEqual([firstPhoto, secondPhoto, thirdPhoto])
    expect(await listUnclaimedPhotos(getNovemberDay(9), 2)).toEqual([firstPhoto, secondPhoto])
    expect(await listUnclaimedPhotos(getNovemberDay(2), 10)).toEqual([firstPhoto])
  })

  test('lose their owner and can be deleted, but photos of an order cannot', async () => {
    const { userId } = await makeCustomer()
    const cart = await makeVisitorCart()
    const [unusedPhoto, claimedPhoto] = [
      await makePhotoOfDay(getNovemberDay(1), cart.id),
      await makePhotoOfDay(getNovemberDay(1), cart.id),
    ]
    await claimNames([claimedPhoto], cart.id, userId)
    expect([
      await removePhotoOwner(unusedPhoto),
      await removePhotoOwner(claimedPhoto),
      await removePhotoOwner('none'),
    ]).toEqual([true, false, false])
    expect(await findPhotoForViewer(unusedPhoto, { owner: cart.owner, isStaff: false })).toBeUndefined()
    expect((await loadPhotoRow(claimedPhoto)).user_id).toBe(userId)
    await deletePhotoRow(unusedPhoto)
    await deletePhotoRow(claimedPhoto)
    const remainingPhotos = await db.selectFrom('photos').select('name').execute()
    expect(remainingPhotos).toEqual([{ name: claimedPhoto }])
  })
})
