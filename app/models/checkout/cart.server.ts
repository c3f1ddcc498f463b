import { allowedQuantity, idsOfKey, itemKey, mergedQuantity } from '#app/domain/checkout/cart.ts'
import { mergedDraft } from '#app/domain/checkout/draft.ts'
import { type CivilDate, civilDateIn } from '#app/domain/platform/calendar.ts'
import { keepQuotes, listQuoted, priceOn, setQuoteByToken } from '#app/models/checkout/cart-quotes.server.ts'
import { movePhotos } from '#app/models/checkout/photo.server.ts'
import { type DbOrTrx, db, isDuplicate, type Trx, withTransaction } from '#app/models/platform/db.server.ts'
import { listRenewalUnits, type RenewalUnit } from '#app/models/subscriptions/renewal.server.ts'

/** A user's cart, or a visitor's by the hash of the cookie's key. */
export type CartOwner = { userId: number } | { keyHash: string }

export type CartItem = {
  /** see itemKey */
  key: string
  publicationId: number
  name: string
  version: string
  price: number
  /** of the shop today, whatever quote the cart was filled by */
  shopPrice: number
  weight: number
  quantity: number
  isDownload: boolean
  isSignature: boolean
  isSentImmediately: boolean
  hasAirplaneInfo: boolean
  hasPhotoUpload: boolean
  active: boolean
  /** renews this subscription at a lower price; null for a new purchase */
  renewal: (Pick<RenewalUnit, 'registration' | 'due' | 'blocker'> & { subscriptionId: number }) | null
}

export type Cart = { id: number; version: number; items: CartItem[] }

/** With today's prices; undefined when nothing was ever added. */
export async function findCart(owner: CartOwner, reader: DbOrTrx = db): Promise<Cart | undefined> {
  const cart = await cartRow(owner, reader).executeTakeFirst()
  return cart && { ...cart, items: await listItems(cart.id, reader) }
}

/** For the badge (F5). */
export async function countCartUnits(owner: CartOwner): Promise<number> {
  const row = await db
    .selectFrom('carts')
    .innerJoin('cart_items', 'cart_items.cart_id', 'carts.id')
    .where((eb) =>
      'userId' in owner ? eb('user_id', '=', owner.userId) : eb('key_hash', '=', owner.keyHash),
    )
    .select((eb) => eb.fn.sum<string | null>('quantity').as('units'))
    .executeTakeFirst()
  return Number(row?.units ?? 0)
}

/** Without renewals, for the list's buttons (F32). */
export async function listCartPublicationIds(owner: CartOwner | undefined): Promise<number[]> {
  if (!owner) return []
  const cart = await cartRow(owner, db).executeTakeFirst()
  if (!cart) return []
  const items = await db
    .selectFrom('cart_items')
    .select('publication_id')
    .where('cart_id', '=', cart.id)
    .where('renews_subscription_id', '=', 0)
    .execute()
  return items.map((item) => item.publication_id)
}

/** One unit; unchanged if already there. False when not on sale. */
export function addToCart(owner: CartOwner, publicationId: number): Promise<boolean> {
  return withTransaction(async (trx) => {
    const onSale = await findOnSale(trx, publicationId)
    if (!onSale) return false
    const cartId = await lockOrMakeCart(trx, owner)
    await trx
      .insertInto('cart_items')
      .ignore()
      .values({ cart_id: cartId, publication_id: publicationId, quantity: 1 })
      .execute()
    await touchCart(trx, cartId)
    return true
  })
}

/** What an item was before: how many, 0 if absent, and the token of the quote in force that it was bought by. */
type Former = { quantity: number; quote: string | undefined }

/** 0 removes it; downloads stay at 1 (D23). `quote`: the token of the one it is bought by again (D86). */
export function setCartQuantity(
  owner: CartOwner,
  publicationId: number,
  quantity: number,
  quote?: string,
): Promise<Former> {
  return withTransaction(async (trx) => {
    const cart = await cartRow(owner, trx).forUpdate().executeTakeFirst()
    if (!cart) return { quantity: 0, quote: undefined }
    const key = itemKey(publicationId, null)
    const item = (await listItems(cart.id, trx)).find((each) => each.key === key)
    if (!item) return { quantity: 0, quote: undefined }
    const former = (await listQuoted(trx, cart.id)).get(publicationId)
    await writeQuantity(trx, cart.id, item, quantity)
    if (quote) await setQuoteByToken(trx, { cartId: cart.id, publicationId, token: quote })
    await touchCart(trx, cart.id)
    return { quantity: item.quantity, quote: former?.token }
  })
}

/** Idempotent; the caller checks that they are the customer's own and renewable. */
export function addRenewalsToCart(
  userId: number,
  units: readonly { id: number; publicationId: number }[],
  trx?: Trx,
): Promise<void> {
  return withTransaction((own) => putRenewals(own, userId, units), trx)
}

async function putRenewals(
  trx: Trx,
  userId: number,
  units: readonly { id: number; publicationId: number }[],
): Promise<void> {
  if (units.length === 0) return
  const cartId = await lockOrMakeCart(trx, { userId })
  await trx
    .insertInto('cart_items')
    .ignore()
    .values(
      units.map((unit) => ({
        cart_id: cartId,
        publication_id: unit.publicationId,
        renews_subscription_id: unit.id,
        quantity: 1,
      })),
    )
    .execute()
  await touchCart(trx, cartId)
}

/** False when it was not there. */
export function removeRenewalFromCart(owner: CartOwner, subscriptionId: number): Promise<boolean> {
  return withTransaction(async (trx) => {
    const cart = await cartRow(owner, trx).forUpdate().executeTakeFirst()
    if (!cart || subscriptionId === 0) return false
    const { numDeletedRows } = await trx
      .deleteFrom('cart_items')
      .where('cart_id', '=', cart.id)
      .where('renews_subscription_id', '=', subscriptionId)
      .executeTakeFirst()
    if (numDeletedRows > 0n) await touchCart(trx, cart.id)
    return numDeletedRows > 0n
  })
}

export async function dropOrderedRenewals(trx: Trx, userId: number, subscriptionIds: number[]) {
  const cart = await cartRow({ userId }, trx).executeTakeFirst()
  if (!cart || subscriptionIds.length === 0) return
  const { numDeletedRows } = await trx
    .deleteFrom('cart_items')
    .where('cart_id', '=', cart.id)
    .where('renews_subscription_id', 'in', subscriptionIds)
    .executeTakeFirst()
  if (numDeletedRows > 0n) await touchCart(trx, cart.id)
}

/** Merges the visitor's cart at login; quantities add up (D56). */
export function mergeVisitorCart(keyHash: string, userId: number): Promise<void> {
  return withTransaction(async (trx) => {
    const visitor = await cartRow({ keyHash }, trx).forUpdate().executeTakeFirst()
    if (!visitor) return
    const items = await listItems(visitor.id, trx)
    const quoted = await listQuoted(trx, visitor.id)
    const savedId = await lockOrMakeCart(trx, { userId })
    const saved = new Map((await listItems(savedId, trx)).map((item) => [item.key, item.quantity]))
    for (const item of items) {
      const held = saved.get(item.key) ?? 0
      // Copies of a quote that stand in the saved cart already are the same ones, not others.
      const quantity = quoted.has(item.publicationId)
        ? allowedQuantity(Math.max(held, item.quantity), item.isDownload)
        : mergedQuantity(held, item.quantity, item.isDownload)
      await putItem(trx, savedId, item.publicationId, quantity)
    }
    await keepQuotes(trx, savedId, quoted)
    await adoptDraft(trx, visitor.id, savedId)
    await movePhotos(trx, visitor.id, savedId)
    await trx.deleteFrom('cart_items').where('cart_id', '=', visitor.id).execute()
    await trx.deleteFrom('carts').where('id', '=', visitor.id).execute()
    await touchCart(trx, savedId)
  })
}

/** The cart's row stays, so that a repeated form still finds it. */
export async function emptyCart(trx: Trx, cartId: number): Promise<void> {
  await trx.deleteFrom('cart_items').where('cart_id', '=', cartId).execute()
  await trx.deleteFrom('checkout_drafts').where('cart_id', '=', cartId).execute()
  await touchCart(trx, cartId)
}

/** Visitors' carts with items and drafts; returns how many. */
export function deleteForgottenCarts(before: Date, limit: number): Promise<number> {
  return withTransaction(async (trx) => {
    const carts = await trx
      .selectFrom('carts')
      .select('id')
      .where('user_id', 'is', null)
      .where('updated_at', '<', before)
      .limit(limit)
      .forUpdate()
      .skipLocked()
      .execute()
    const ids = carts.map((cart) => cart.id)
    if (ids.length === 0) return 0
    await trx.deleteFrom('cart_items').where('cart_id', 'in', ids).execute()
    await trx.deleteFrom('checkout_drafts').where('cart_id', 'in', ids).execute()
    await trx.deleteFrom('carts').where('id', 'in', ids).execute()
    return ids.length
  })
}

/** Locked until the transaction ends. */
export async function lockCart(trx: Trx, cartId: number, today?: CivilDate): Promise<Cart | undefined> {
  const cart = await trx
    .selectFrom('carts')
    .select(['id', 'version'])
    .where('id', '=', cartId)
    .forUpdate()
    .executeTakeFirst()
  return cart && { ...cart, items: await listItems(cart.id, trx, today) }
}

function cartRow(owner: CartOwner, reader: DbOrTrx) {
  const carts = reader.selectFrom('carts').select(['id', 'version'])
  return 'userId' in owner
    ? carts.where('user_id', '=', owner.userId)
    : carts.where('key_hash', '=', owner.keyHash)
}

async function listItems(
  cartId: number,
  reader: DbOrTrx,
  today = civilDateIn(new Date()),
): Promise<CartItem[]> {
  const rows = await listRows(cartId, today, reader)
  const ids = rows.flatMap((row) => row.renews_subscription_id || [])
  const units = ids.length > 0 ? await listOwnUnits(cartId, { ids, today }, reader) : []
  return rows.flatMap(({ renews_subscription_id: id, renewalPrice, ...row }) => {
    if (id === 0) return [{ ...row, key: itemKey(row.publicationId, null), renewal: null }]
    const unit = units.find((each) => each.id === id)
    return unit ? [renewalItem({ ...row, price: renewalPrice ?? row.price }, unit)] : []
  })
}

/** The aircraft is known, no copy is sent at once, and the type is that of the original sale (D32). */
function renewalItem(row: Omit<CartItem, 'key' | 'renewal'>, unit: RenewalUnit): CartItem {
  const { id: subscriptionId, registration, due, blocker, isDownload } = unit
  return {
    ...row,
    key: itemKey(row.publicationId, subscriptionId),
    quantity: 1,
    isDownload,
    isSignature: true,
    isSentImmediately: false,
    hasAirplaneInfo: false,
    hasPhotoUpload: false,
    renewal: { subscriptionId, registration, due, blocker },
  }
}

async function listOwnUnits(
  cartId: number,
  wanted: { ids: number[]; today: CivilDate },
  reader: DbOrTrx,
): Promise<RenewalUnit[]> {
  const owner = await reader
    .selectFrom('carts')
    .innerJoin('profiles', 'profiles.user_id', 'carts.user_id')
    .select('profiles.id')
    .where('carts.id', '=', cartId)
    .executeTakeFirst()
  return owner ? listRenewalUnits({ profileId: owner.id, ...wanted }, reader) : []
}

const publicationColumns = [
  'publications.id as publicationId',
  'publications.name',
  'publications.version',
  'weight',
  'publications.is_download as isDownload',
  'publications.is_signature as isSignature',
  'is_sent_immediately as isSentImmediately',
  'has_airplane_info as hasAirplaneInfo',
  'has_photo_upload as hasPhotoUpload',
  'active',
  'publications.price as shopPrice',
] as const

function listRows(cartId: number, today: CivilDate, reader: DbOrTrx) {
  return reader
    .selectFrom('cart_items')
    .innerJoin('publications', 'publications.id', 'cart_items.publication_id')
    .leftJoin('price_quotes', 'price_quotes.id', 'cart_items.quote_id')
    .leftJoin('price_quote_lines', (join) =>
      join
        .onRef('price_quote_lines.quote_id', '=', 'cart_items.quote_id')
        .onRef('price_quote_lines.publication_id', '=', 'cart_items.publication_id')
        .onRef('price_quote_lines.is_download', '=', 'publications.is_download')
        .onRef('price_quote_lines.is_signature', '=', 'publications.is_signature'),
    )
    .where('cart_id', '=', cartId)
    .orderBy('cart_items.id')
    .limit(500)
    .select(publicationColumns)
    .select(priceOn(today))
    .select(['cart_items.quantity', 'price_signature as renewalPrice', 'renews_subscription_id'])
    .execute()
}

type Buyer = { profileId: number; today: CivilDate }

/** As a cart would hold them, by item key in this order; what is unknown or another's to renew is left out (D49). */
export async function listNamedItems(
  quantities: ReadonlyMap<string, number>,
  { profileId, today }: Buyer,
  reader: DbOrTrx = db,
): Promise<CartItem[]> {
  const named = [...quantities.keys()].map((key) => ({ key, ...idsOfKey(key) }))
  const renewed = named.flatMap(({ renewsId }) => renewsId ?? [])
  const units = await listRenewalUnits({ profileId, ids: renewed, today }, reader)
  const rows = await listPublicationRows(
    [
      ...named.flatMap(({ publicationId }) => publicationId ?? []),
      ...units.map(({ publicationId }) => publicationId),
    ],
    reader,
  )
  return named.flatMap(({ key, publicationId, renewsId }) => {
    const unit = units.find(({ id }) => id === renewsId)
    const row = rows.find((each) => each.publicationId === (unit?.publicationId ?? publicationId))
    if (!row) return []
    const quantity = allowedQuantity(quantities.get(key) ?? 0, row.isDownload)
    if (!unit) return [{ ...row, key, quantity, renewal: null }]
    return [renewalItem({ ...row, quantity, price: unit.renewalPrice ?? row.price }, unit)]
  })
}

function listPublicationRows(ids: readonly number[], reader: DbOrTrx) {
  return reader
    .selectFrom('publications')
    .where('id', 'in', [0, ...ids])
    .where('removed_at', 'is', null)
    .select(publicationColumns)
    .select('price')
    .execute()
}

function findOnSale(trx: Trx, publicationId: number) {
  return trx
    .selectFrom('publications')
    .select('id')
    .where('id', '=', publicationId)
    .where('active', '=', true)
    .executeTakeFirst()
}

/** Created if missing, locked until the transaction ends. */
export async function lockOrMakeCart(trx: Trx, owner: CartOwner): Promise<number> {
  const known = await cartRow(owner, trx).forUpdate().executeTakeFirst()
  if (known) return known.id
  const values = 'userId' in owner ? { user_id: owner.userId } : { key_hash: owner.keyHash }
  try {
    const made = await trx
      .insertInto('carts')
      .values({ key_hash: null, user_id: null, ...values })
      .executeTakeFirstOrThrow()
    return Number(made.insertId)
  } catch (error) {
    if (!isDuplicate(error)) throw error
    return (await cartRow(owner, trx).forUpdate().executeTakeFirstOrThrow()).id
  }
}

async function writeQuantity(trx: Trx, cartId: number, item: CartItem, quantity: number) {
  if (quantity > 0)
    return putItem(trx, cartId, item.publicationId, allowedQuantity(quantity, item.isDownload))
  await trx
    .deleteFrom('cart_items')
    .where('cart_id', '=', cartId)
    .where('publication_id', '=', item.publicationId)
    .where('renews_subscription_id', '=', 0)
    .execute()
}

export async function putItem(trx: Trx, cartId: number, publicationId: number, quantity: number) {
  await trx
    .insertInto('cart_items')
    .values({ cart_id: cartId, publication_id: publicationId, quantity })
    .onDuplicateKeyUpdate({ quantity })
    .execute()
}

/** The visitor's draft is merged into the saved one and keeps its token, which the open page has (D55). */
async function adoptDraft(trx: Trx, from: number, to: number) {
  const drafts = await trx
    .selectFrom('checkout_drafts')
    .select(['cart_id', 'token', 'data'])
    .where('cart_id', 'in', [from, to])
    .execute()
  const [newer, saved] = [from, to].map((id) => drafts.find((draft) => draft.cart_id === id))
  if (!newer) return
  const data = JSON.stringify(mergedDraft(JSON.parse(saved?.data ?? '{}'), JSON.parse(newer.data)))
  await trx.deleteFrom('checkout_drafts').where('cart_id', 'in', [from, to]).execute()
  await trx.insertInto('checkout_drafts').values({ cart_id: to, token: newer.token, data }).execute()
}

/** A new version marks open pages as stale. */
export async function touchCart(trx: Trx, cartId: number) {
  await trx
    .updateTable('carts')
    .set((eb) => ({ version: eb('version', '+', 1), updated_at: new Date() }))
    .where('id', '=', cartId)
    .execute()
}
