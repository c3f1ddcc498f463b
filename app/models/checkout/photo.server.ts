import { randomBytes } from 'node:crypto'
import type { CartOwner } from '#app/models/checkout/cart.server.ts'
import { type DbOrTrx, db, type Trx } from '#app/models/platform/db.server.ts'

/** Whose a new photo is: the cart's at the checkout, a user's anywhere else. */
export type PhotoOwner = { cartId: number } | { userId: number }

/** Type as HTTP names it, bytes of the file, width and height in pixels. */
export type PhotoFacts = { type: string; bytes: number; width: number; height: number }

/** A photo that an order wants is not there, somebody else's, or in an order already. */
export class PhotoGone extends Error {
  override name = 'PhotoGone'
}

/** Notes a new photo and gives its name, of 128 random bits; the file comes after, so that none is ever unknown (F43). */
export async function storePhoto(owner: PhotoOwner, { type, bytes, width, height }: PhotoFacts) {
  const name = `${randomBytes(16).toString('hex')}.jpg`
  const values = 'cartId' in owner ? { cart_id: owner.cartId } : { user_id: owner.userId }
  await db
    .insertInto('photos')
    .values({ name, type, bytes, width, height, user_id: null, cart_id: null, ...values })
    .execute()
  return name
}

/** Under which name the storage keeps the file of a photo. */
export function photoFile(name: string): string {
  return `photos/${name}`
}

/**
 * A photo as the one who asks may see it: staff any, a customer those of the account and its cart, a visitor those
 * of the cart behind the cookie until an order takes them (D25). Undefined for everybody else.
 */
export function findPhotoForViewer(
  name: string,
  { owner, isStaff }: { owner?: CartOwner; isStaff: boolean },
) {
  return db
    .selectFrom('photos')
    .leftJoin('carts', 'carts.id', 'photos.cart_id')
    .select(['photos.name', 'photos.type', 'photos.bytes', 'photos.width', 'photos.height'])
    .where('photos.name', '=', name)
    .where((eb) => {
      if (isStaff) return eb.lit(true)
      if (!owner) return eb.lit(false)
      if ('keyHash' in owner) return eb('carts.key_hash', '=', owner.keyHash)
      return eb.or([eb('photos.user_id', '=', owner.userId), eb('carts.user_id', '=', owner.userId)])
    })
    .executeTakeFirst()
}

/** Of these names those that are photos of the cart which no order has taken, so that a form can go on with them. */
export async function listCartPhotos(cartId: number, names: string[], reader: DbOrTrx = db) {
  if (names.length === 0) return []
  const rows = await reader
    .selectFrom('photos')
    .select('name')
    .where('cart_id', '=', cartId)
    .where('claimed_at', 'is', null)
    .where('name', 'in', names)
    .execute()
  return rows.map((row) => row.name)
}

/**
 * Gives the cart's photos to an order that was just placed: from now on they are the user's and are kept (F43, D25).
 * A name may come several times, one photo for several lines. Throws PhotoGone when not every one is the cart's and free.
 */
export async function claimPhotos(trx: Trx, claim: { names: string[]; cartId: number; userId: number }) {
  const names = [...new Set(claim.names)]
  if (names.length === 0) return
  const { numUpdatedRows } = await trx
    .updateTable('photos')
    .set({ user_id: claim.userId, cart_id: null, claimed_at: new Date() })
    .where('name', 'in', names)
    .where('cart_id', '=', claim.cartId)
    .where('claimed_at', 'is', null)
    .executeTakeFirstOrThrow()
  if (Number(numUpdatedRows) !== names.length) throw new PhotoGone('a photo of the order is gone')
}

/** Takes the photos of a visitor's cart along to the saved one (D56); belongs before the visitor's cart is deleted. */
export async function movePhotos(trx: Trx, fromCartId: number, toCartId: number): Promise<void> {
  await trx
    .updateTable('photos')
    .set({ cart_id: toCartId })
    .where('cart_id', '=', fromCartId)
    .where('claimed_at', 'is', null)
    .execute()
}

/** The oldest photos no order has taken that came before `olderThan`, at the most `limit` (D25). */
export async function listUnclaimedPhotos(olderThan: Date, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('photos')
    .select('name')
    .where('claimed_at', 'is', null)
    .where('created_at', '<', olderThan)
    .orderBy('created_at')
    .limit(limit)
    .execute()
  return rows.map((row) => row.name)
}

/** Takes a photo from its owner for good, so that no order can take it any more; false when one has. */
export async function disownPhoto(name: string): Promise<boolean> {
  await db
    .updateTable('photos')
    .set({ user_id: null, cart_id: null })
    .where('name', '=', name)
    .where('claimed_at', 'is', null)
    .execute()
  const row = await db.selectFrom('photos').select('claimed_at').where('name', '=', name).executeTakeFirst()
  return row?.claimed_at === null
}

/** Forgets a photo that no order has taken; its file goes first. */
export async function deletePhotoRow(name: string): Promise<void> {
  await db.deleteFrom('photos').where('name', '=', name).where('claimed_at', 'is', null).execute()
}

/** Gives a customer's own new photo to an order that is there already; throws PhotoGone when it is not free or not theirs. */
export async function claimOwnPhoto(trx: Trx, name: string, userId: number, now: Date): Promise<void> {
  const { numUpdatedRows } = await trx
    .updateTable('photos')
    .set({ claimed_at: now })
    .where('name', '=', name)
    .where('user_id', '=', userId)
    .where('claimed_at', 'is', null)
    .executeTakeFirstOrThrow()
  if (numUpdatedRows !== 1n) throw new PhotoGone('a photo that was sent is gone')
}

/** Gives a photo free that no line of its order shows any more; the sweep deletes it, file and row. */
export async function freePhoto(trx: Trx, name: string, orderId: number): Promise<void> {
  const shown = await trx
    .selectFrom('order_lines')
    .select('id')
    .where('order_id', '=', orderId)
    .where('photo', '=', name)
    .executeTakeFirst()
  if (shown) return
  const free = { user_id: null, cart_id: null, claimed_at: null }
  await trx.updateTable('photos').set(free).where('name', '=', name).execute()
}
