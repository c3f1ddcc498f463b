import { randomBytes } from 'node:crypto'
import type { CartOwner } from '#app/domain/checkout/cart.ts'
import { type DbOrTrx, db, type Trx } from '#app/models/platform/db.server.ts'

/** The owner of a photo: a cart or a user. The photo of an API visitor has no owner until the first order. */
export type PhotoOwner = { cartId: number } | { userId: number } | 'first-order'

const NAME_BYTES = 16

/** MIME type, size in bytes, and size in pixels */
export type PhotoSize = { type: string; bytes: number; width: number; height: number }

/** Thrown if the photo does not exist, belongs to another person or is already part of an order. */
export class PhotoGone extends Error {
  override name = 'PhotoGone'
}

/** Inserts the row and returns a random name. The caller stores the file afterwards, so every file has a row. */
export async function storePhoto(owner: PhotoOwner, { type, bytes, width, height }: PhotoSize) {
  const name = `${randomBytes(NAME_BYTES).toString('hex')}.jpg`
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

/**
 * Returns a photo. Staff may see any photo, others only their account's or cart's. 'first-order' is a visitor
 * with a signed link.
 */
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

/** Assigns photos to an order. Throws PhotoGone if a photo is assigned already or belongs to another person. */
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

/** Removes the owner because no order may then use the photo. Returns false if an order already uses the photo. */
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

/** Deletes the photo's row. The caller must have deleted the file. */
export async function deletePhotoRow(name: string): Promise<void> {
  await db.deleteFrom('photos').where('name', '=', name).where('claimed_at', 'is', null).execute()
}

/** Assigns a user's photo to an existing order. Throws PhotoGone if the photo is assigned or not the user's own. */
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

/** Releases a photo that no line of the order uses. The cleanup job then deletes the photo. */
export async function releasePhoto(trx: Trx, name: string, orderId: number): Promise<void> {
  const lineWithPhoto = await trx
    .selectFrom('order_lines')
    .select('id')
    .where('order_id', '=', orderId)
    .where('photo', '=', name)
    .executeTakeFirst()
  if (lineWithPhoto) return
  const clearedOwner = { user_id: null, cart_id: null, claimed_at: null }
  await trx.updateTable('photos').set(clearedOwner).where('name', '=', name).execute()
}
