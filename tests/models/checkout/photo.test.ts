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

const data = { type: 'image/jpeg', bytes: 1234, width: 40, height: 30 }
let publicationId: number

beforeEach(async () => {
  publicationId = await makePublication()
})

const makeVisitorCart = () => makeCart({ [publicationId]: 1 })
const makeUserCart = (userId: number) => makeCart({ [publicationId]: 1 }, { userId })
const claimNames = (names: string[], cartId: number, userId: number) =>
  withTransaction((trx) => claimPhotos(trx, { names, cartId, userId }))
const loadRow = (name: string) =>
  db.selectFrom('photos').selectAll().where('name', '=', name).executeTakeFirstOrThrow()

describe('a photo', () => {
  test('has an unguessable name, a type and a size', async () => {
    const cart = await makeVisitorCart()
    const names = [await storePhoto({ cartId: cart.id }, data), await storePhoto({ cartId: cart.id }, data)]
    expect(new Set(names).size).toBe(2)
    for (const name of names) expect(name).toMatch(/^[0-9a-f]{32}\.jpg$/)
    expect(await loadRow(names[0] ?? '')).toMatchObject({
      ...data,
      cart_id: cart.id,
      user_id: null,
      claimed_at: null,
    })
  })

  test('is visible only to the visitor of its cart and to staff', async () => {
    const [cart, other] = [await makeVisitorCart(), await makeVisitorCart()]
    const { userId } = await makeCustomer()
    const name = await storePhoto({ cartId: cart.id }, data)
    expect(await findPhotoForViewer(name, { owner: cart.owner, isStaff: false })).toEqual({ name, ...data })
    expect(await findPhotoForViewer(name, { isStaff: true })).toEqual({ name, ...data })
    for (const viewer of [{ owner: other.owner }, { owner: { userId } }, {}])
      expect(await findPhotoForViewer(name, { ...viewer, isStaff: false })).toBeUndefined()
  })

  test('is visible only to the user who owns it', async () => {
    const [owner, other] = [await makeCustomer(), await makeCustomer()]
    const cart = await makeUserCart(owner.userId)
    for (const whose of [{ cartId: cart.id }, { userId: owner.userId }]) {
      const name = await storePhoto(whose, data)
      expect(await findPhotoForViewer(name, { owner, isStaff: false })).toBeDefined()
      expect(await findPhotoForViewer(name, { owner: other, isStaff: false })).toBeUndefined()
      expect(await findPhotoForViewer(name.toUpperCase(), { owner, isStaff: false })).toBeUndefined()
    }
  })
})

describe('an order with photos', () => {
  test('assigns its photos to the user and hides them from the visitor’s cart', async () => {
    const { userId } = await makeCustomer()
    const cart = await makeVisitorCart()
    const name = await storePhoto({ cartId: cart.id }, data)
    await claimNames([name, name], cart.id, userId)
    expect(await loadRow(name)).toMatchObject({
      user_id: userId,
      cart_id: null,
      claimed_at: expect.any(Date),
    })
    expect(await findPhotoForViewer(name, { owner: { userId }, isStaff: false })).toBeDefined()
    expect(await findPhotoForViewer(name, { owner: cart.owner, isStaff: false })).toBeUndefined()
    expect(await listCartPhotos(cart.id, [name])).toEqual([])
  })

  test('leaves unused photos of its cart unassigned', async () => {
    const { userId } = await makeCustomer()
    const cart = await makeVisitorCart()
    const name = await storePhoto({ cartId: cart.id }, data)
    await claimNames([], cart.id, userId)
    expect((await loadRow(name)).claimed_at).toBeNull()
  })

  test('assigns no photo if one belongs to another cart or order, has no owner or does not exist', async () => {
    const { userId } = await makeCustomer()
    const [cart, other] = [await makeVisitorCart(), await makeVisitorCart()]
    const ownPhoto = await storePhoto({ cartId: cart.id }, data)
    const otherPhoto = await storePhoto({ cartId: other.id }, data)
    const orderedPhoto = await storePhoto({ cartId: cart.id }, data)
    const disowned = await storePhoto({ cartId: cart.id }, data)
    await claimNames([orderedPhoto], cart.id, userId)
    await removePhotoOwner(disowned)
    for (const name of [otherPhoto, orderedPhoto, disowned, `${'0'.repeat(32)}.jpg`])
      await expect(claimNames([ownPhoto, name], cart.id, userId)).rejects.toThrow(PhotoGone)
    expect((await loadRow(ownPhoto)).claimed_at).toBeNull()
    expect((await loadRow(otherPhoto)).cart_id).toBe(other.id)
  })

  test('is the only one to receive a photo that concurrent orders name', async () => {
    const { userId } = await makeCustomer()
    const cart = await makeVisitorCart()
    const name = await storePhoto({ cartId: cart.id }, data)
    const ends = await Promise.allSettled([1, 2, 3].map(() => claimNames([name], cart.id, userId)))
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })
})

describe('a cart with photos', () => {
  test('filters the submitted names to its own photos', async () => {
    const [cart, other] = [await makeVisitorCart(), await makeVisitorCart()]
    const ownPhoto = await storePhoto({ cartId: cart.id }, data)
    const otherPhoto = await storePhoto({ cartId: other.id }, data)
    expect(await listCartPhotos(cart.id, [otherPhoto, ownPhoto, ownPhoto, '', 'x'.repeat(500)])).toEqual([
      ownPhoto,
    ])
    expect(await listCartPhotos(cart.id, [])).toEqual([])
  })

  test('moves its photos to the cart of the user who logs in', async () => {
    const { userId } = await makeCustomer()
    const [visitors, saved] = [await makeVisitorCart(), await makeUserCart(userId)]
    const name = await storePhoto({ cartId: visitors.id }, data)
    await withTransaction((trx) => movePhotos(trx, visitors.id, saved.id))
    expect(await findPhotoForViewer(name, { owner: { userId }, isStaff: false })).toBeDefined()
    expect(await findPhotoForViewer(name, { owner: visitors.owner, isStaff: false })).toBeUndefined()
    expect(await listCartPhotos(saved.id, [name])).toEqual([name])
  })

  test('leaves its photos without an owner when it is deleted', async () => {
    const { userId } = await makeCustomer()
    const cart = await makeVisitorCart()
    const name = await storePhoto({ cartId: cart.id }, data)
    if (!('keyHash' in cart.owner)) throw new Error('Cart has no visitor key')
    await mergeVisitorCart(cart.owner.keyHash, userId)
    expect(await loadRow(name)).toMatchObject({ user_id: null, claimed_at: null })
  })
})

describe('unused photos', () => {
  const getNovemberDay = (number: number) => new Date(Date.UTC(2026, 10, number))

  async function makePhoto(date: Date, cartId: number) {
    const name = await storePhoto({ cartId }, data)
    await db.updateTable('photos').set({ created_at: date }).where('name', '=', name).execute()
    return name
  }

  test('are listed oldest first, up to a limit', async () => {
    const { userId } = await makeCustomer()
    const cart = await makeVisitorCart()
    const [third, first, second, taken] = [
      await makePhoto(getNovemberDay(3), cart.id),
      await makePhoto(getNovemberDay(1), cart.id),
      await makePhoto(getNovemberDay(2), cart.id),
      await makePhoto(getNovemberDay(1), cart.id),
    ]
    await claimNames([taken], cart.id, userId)
    expect(await listUnclaimedPhotos(getNovemberDay(9), 10)).toEqual([first, second, third])
    expect(await listUnclaimedPhotos(getNovemberDay(9), 2)).toEqual([first, second])
    expect(await listUnclaimedPhotos(getNovemberDay(2), 10)).toEqual([first])
  })

  test('are disowned and deleted, but photos of an order are not', async () => {
    const { userId } = await makeCustomer()
    const cart = await makeVisitorCart()
    const [loose, taken] = [
      await makePhoto(getNovemberDay(1), cart.id),
      await makePhoto(getNovemberDay(1), cart.id),
    ]
    await claimNames([taken], cart.id, userId)
    expect([
      await removePhotoOwner(loose),
      await removePhotoOwner(taken),
      await removePhotoOwner('none'),
    ]).toEqual([true, false, false])
    expect(await findPhotoForViewer(loose, { owner: cart.owner, isStaff: false })).toBeUndefined()
    expect((await loadRow(taken)).user_id).toBe(userId)
    await deletePhotoRow(loose)
    await deletePhotoRow(taken)
    const remainingPhotos = await db.selectFrom('photos').select('name').execute()
    expect(remainingPhotos).toEqual([{ name: taken }])
  })
})
