import { randomBytes } from 'node:crypto'
import type { CartOwner } from '#app/domain/checkout/cart.ts'
import { type DbOrTrx, db, type Trx } from '#app/models/platform/db.server.ts'

/** A photo's owner: a cart, else a user. An API visitor's photo has neither until the first order. */
export type PhotoOwner = { cartId: number } | { userId: number } | 'first-order'

/** MIME type, size in bytes and in pixels. */
export type PhotoSize = { type: string; bytes: number; width: number; height: number }

/** Thrown if the photo does not exist, belongs to another person or is already part of an order. */
export class PhotoGone extends Error {
  override name = 'PhotoGone'
}

/** Creates the row and returns a random name. The row comes before the file, so no file lacks a row. */
export async function storePhoto(owner: PhotoOwner, { type, bytes, width, height }: PhotoSize) {
  const name = `${randomBytes(16).toString('hex')}.jpg`
  await db
    .insertInto('photos')
    .values({ name, type, bytes, width, height, ...toOwnerColumns(owner) })
    .execute()
  return name
}

function toOwnerColumns(owner: PhotoOwner) {
  const noOwner = { user_id: null, cart_id: null }
  if (owner === 'first-order') return { ...noOwner, is_open: true }
  return 'cartId' in owner ? { ...noOwner, cart_id: owner.cartId } : { ...noOwner, user_id: owner.userId }
}

export function makePhotoPath(name: string): string {
  return `photos/${name}`
}

/** Returns a photo: any for staff, else one of the account or cart. 'first-order' needs a signed address. */
export function findPhotoForViewer(
  name: string,
  { owner, isStaff }: { owner?: CartOwner | 'first-order'; isStaff: boolean },
) {
  return db
    .selectFrom('photos')
    .leftJoin('carts', 'carts.id', 'photos.cart_id')
    .select(['photos.name', 'photos.type', 'photos.bytes', 'photos.width', 'photos.height'])
    .where('photos.name', '=', name)
    .where((eb) => {
      if (isStaff) return eb.lit(true)
      if (!owner) return eb.lit(false)
      if (owner === 'first-order') return eb('photos.is_open', '=', true)
      if ('keyHash' in owner) return eb('carts.key_hash', '=', owner.keyHash)
      return eb.or([eb('photos.user_id', '=', owner.userId), eb('carts.user_id', '=', owner.userId)])
    })
    .executeTakeFirst()
}

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

type Claim = { names: string[]; cartId: number | null; userId: number }

/** Assigns photos to an order. Throws PhotoGone unless all are unassigned and the buyer's or ownerless. */
export async function claimPhotos(trx: Trx, { cartId, userId, ...claim }: Claim) {
  const names = [...new Set(claim.names)]
  if (names.length === 0) return
  const { numUpdatedRows } = await trx
    .updateTable('photos')
    .set({ user_id: userId, cart_id: null, is_open: false, claimed_at: new Date() })
    .where('name', 'in', names)
    .where((eb) =>
      cartId === null
        ? eb.or([eb('user_id', '=', userId), eb('is_open', '=', true)])
        : eb('cart_id', '=', cartId),
    )
    .where('claimed_at', 'is', null)
    .executeTakeFirstOrThrow()
  if (Number(numUpdatedRows) !== names.length) throw new PhotoGone('a photo of the order is gone')
}

/** Moves photos to another cart. The caller must do this before it deletes the visitor's cart. */
export async function movePhotos(trx: Trx, fromCartId: number, toCartId: number): Promise<void> {
  await trx
    .updateTable('photos')
    .set({ cart_id: toCartId })
    .where('cart_id', '=', fromCartId)
    .where('claimed_at', 'is', null)
    .execute()
}

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

/** Removes the owner, so that no order can use the photo. Returns false if an order already does. */
export async function removePhotoOwner(name: string): Promise<boolean> {
  await db
    .updateTable('photos')
    .set({ user_id: null, cart_id: null, is_open: false })
    .where('name', '=', name)
    .where('claimed_at', 'is', null)
    .execute()
  const row = await db.selectFrom('photos').select('claimed_at').where('name', '=', name).executeTakeFirst()
  return row?.claimed_at === null
}

/** Deletes the photo's row. The caller must delete the file before. */
export async function deletePhotoRow(name: string): Promise<void> {
  await db.deleteFrom('photos').where('name', '=', name).where('claimed_at', 'is', null).execute()
}

/** Assigns a photo to an existing order. Throws PhotoGone unless it belongs to the user and is unassigned. */
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

/** Releases a photo that no line of the order uses, so that the cleanup job deletes it. */
export async function releasePhoto(trx: Trx, name: string, orderId: number): Promise<void> {
  const lineWithPhoto = await trx
    .selectFrom('order_lines')
    .select('id')
    .where('order_id', '=', orderId)
    .where('photo', '=', name)
    .executeTakeFirst()
  if (lineWithPhoto) return
  const released = { user_id: null, cart_id: null, claimed_at: null }
  await trx.updateTable('photos').set(released).where('name', '=', name).execute()
}
