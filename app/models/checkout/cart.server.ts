import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely'
import { type CartOwner, limitQuantity, mergeQuantities } from '#app/domain/checkout/cart.ts'
import { mergeDrafts } from '#app/domain/checkout/draft.ts'
import { type CivilDate, toCivilDate } from '#app/domain/platform/calendar.ts'
import { type CartItem, selectCartRows, toCartItems } from '#app/models/checkout/cart-items.server.ts'
import {
  listCartQuotes,
  setPriceQuoteByToken,
  storePriceQuotes,
} from '#app/models/checkout/cart-quotes.server.ts'
import { movePhotos } from '#app/models/checkout/photo.server.ts'
import { compileQuery, type ValueSlots } from '#app/models/platform/compiled-query.server.ts'
import {
  type DbOrTrx,
  db,
  isDuplicate,
  type Trx,
  withRetries,
  withTransaction,
} from '#app/models/platform/db.server.ts'
import type { Database } from '#app/models/platform/schema.ts'

export type Cart = { id: number; version: number; items: CartItem[] }

/** Returns the cart at today's prices; undefined if the owner has no cart. */
export async function findCart(owner: CartOwner, reader: DbOrTrx = db): Promise<Cart | undefined> {
  const today = toCivilDate(new Date())
  const rows = await ('userId' in owner
    ? itemsByUser.rows(reader, { ...owner, today })
    : itemsByVisitor.rows(reader, { ...owner, today }))
  const [firstRow] = rows
  if (firstRow) return { id: firstRow.cartId, version: firstRow.cartVersion, items: toCartItems(rows, today) }
  const cartWithoutItems = await selectCart(owner, reader).executeTakeFirst()
  return cartWithoutItems && { ...cartWithoutItems, items: [] }
}

type Today = { today: CivilDate }

const itemsByUser = compileQuery((value: ValueSlots<Today & { userId: number }>) =>
  selectCartRows(value('today')).where('carts.user_id', '=', value('userId')),
)
const itemsByVisitor = compileQuery((value: ValueSlots<Today & { keyHash: string }>) =>
  selectCartRows(value('today')).where('carts.key_hash', '=', value('keyHash')),
)

export async function hasCart(owner: CartOwner): Promise<boolean> {
  return (await selectCart(owner, db).executeTakeFirst()) !== undefined
}

/** The number of units for the badge, and the publications in the cart except renewals, for lists. */
export type CartSummary = { units: number; publicationIds: number[] }

export async function readCartSummary(owner: CartOwner): Promise<CartSummary> {
  const items = await db
    .selectFrom('carts')
    .innerJoin('cart_items', 'cart_items.cart_id', 'carts.id')
    .select(['publication_id', 'quantity', 'renews_subscription_id'])
    .where(matchesOwner(owner))
    .execute()
  return {
    units: items.reduce((units, item) => units + item.quantity, 0),
    publicationIds: items
      .filter((item) => item.renews_subscription_id === 0)
      .map((item) => item.publication_id),
  }
}

/**
 * Adds one unit if the cart has none. Returns false if the publication is not on sale. The statements must be
 * idempotent because `withRetries` repeats them. `beforeCartCreation` may throw to prevent a new cart.
 */
export async function addToCart(
  owner: CartOwner,
  publicationId: number,
  beforeCartCreation: () => Promise<void> = async () => undefined,
): Promise<boolean> {
  const isInserted = await withRetries(() => insertIntoExistingCart(owner, publicationId))
  if (!isInserted) {
    const publication = await findPublicationOnSale(owner, publicationId)
    if (!publication) return false
    if (!publication.isInCart) {
      await beforeCartCreation()
      return addToNewCart(owner, publicationId)
    }
  }
  await withRetries(() => touchOwnerCart(owner))
  return true
}

/** The quantity of an item before a change (0 if it was absent) and the token of its price quote. */
type ItemBefore = { quantity: number; quote: string | undefined }

/** Changes the quantity of an item in the cart; 0 removes it. A download never exceeds 1. Returns the former item. */
export function setCartQuantity(
  owner: CartOwner,
  publicationId: number,
  quantity: number,
  quoteToken?: string,
): Promise<ItemBefore> {
  return withTransaction(async (trx) => {
    const cart = await selectCart(owner, trx).forUpdate().executeTakeFirst()
    const item = cart && (await findItem(trx, cart.id, publicationId))
    if (!item) return { quantity: 0, quote: undefined }
    await storeOrDeleteItem(trx, cart.id, { ...item, publicationId }, quantity)
    if (quoteToken) await setPriceQuoteByToken(trx, { cartId: cart.id, publicationId, token: quoteToken })
    await touchCart(trx, cart.id)
    return { quantity: item.quantity, quote: item.quote ?? undefined }
  })
}

/** Adds renewals that are not in the cart. The caller must check that the units are the customer's and renewable. */
export function addRenewalsToCart(
  userId: number,
  units: readonly { id: number; publicationId: number }[],
  trx?: Trx,
): Promise<void> {
  return withTransaction((innerTrx) => insertRenewalItems(innerTrx, userId, units), trx)
}

async function insertRenewalItems(
  trx: Trx,
  userId: number,
  units: readonly { id: number; publicationId: number }[],
): Promise<void> {
  if (units.length === 0) return
  const cartId = await lockOrCreateCart(trx, { userId })
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

/** Removes a renewal. Returns false if the cart lacks the renewal. The id 0 marks purchases, not renewals. */
export function removeRenewalFromCart(owner: CartOwner, subscriptionId: number): Promise<boolean> {
  return withTransaction(async (trx) => {
    const cart = await selectCart(owner, trx).forUpdate().executeTakeFirst()
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

export async function deleteOrderedRenewals(trx: Trx, userId: number, subscriptionIds: number[]) {
  const cart = await selectCart({ userId }, trx).executeTakeFirst()
  if (!cart || subscriptionIds.length === 0) return
  const { numDeletedRows } = await trx
    .deleteFrom('cart_items')
    .where('cart_id', '=', cart.id)
    .where('renews_subscription_id', 'in', subscriptionIds)
    .executeTakeFirst()
  if (numDeletedRows > 0n) await touchCart(trx, cart.id)
}

/** Merges the visitor's cart, draft and photos into the saved cart at login. Adds up the quantities. */
export function mergeVisitorCart(keyHash: string, userId: number): Promise<void> {
  return withTransaction(async (trx) => {
    const visitorCart = await selectCart({ keyHash }, trx).forUpdate().executeTakeFirst()
    if (!visitorCart) return
    const items = (await findCart({ keyHash }, trx))?.items ?? []
    const quotesByPublication = await listCartQuotes(trx, visitorCart.id)
    const savedCartId = await lockOrCreateCart(trx, { userId })
    const savedCart = await findCart({ userId }, trx)
    const savedQuantities = new Map(savedCart?.items.map((item) => [item.key, item.quantity]))
    for (const item of items) {
      const savedQuantity = savedQuantities.get(item.key) ?? 0
      // A quoted item in both carts comes from the same quote, so the quantities are not added up.
      const quantity = quotesByPublication.has(item.publicationId)
        ? limitQuantity(Math.max(savedQuantity, item.quantity), item.isDownload)
        : mergeQuantities(savedQuantity, item.quantity, item.isDownload)
      await putCartItem(trx, savedCartId, item.publicationId, quantity)
    }
    await storePriceQuotes(trx, savedCartId, quotesByPublication)
    await adoptDraft(trx, visitorCart.id, savedCartId)
    await movePhotos(trx, visitorCart.id, savedCartId)
    await trx.deleteFrom('cart_items').where('cart_id', '=', visitorCart.id).execute()
    await trx.deleteFrom('carts').where('id', '=', visitorCart.id).execute()
    await touchCart(trx, savedCartId)
  })
}

/** Deletes the items and the draft but not the cart's row, because a repeated form must still find the cart. */
export async function emptyCart(trx: Trx, cartId: number): Promise<void> {
  await deleteCartContents.run(trx, { cartId })
}

const deleteCartContents = compileQuery((value: ValueSlots<{ cartId: number }>) =>
  db
    .deleteFrom(['cart_items', 'checkout_drafts'])
    .using('carts')
    .leftJoin('cart_items', 'cart_items.cart_id', 'carts.id')
    .leftJoin('checkout_drafts', 'checkout_drafts.cart_id', 'carts.id')
    .where('carts.id', '=', value('cartId')),
)

/** Deletes visitors' old carts with their items and drafts; returns the number of carts. */
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

/** Increments the cart's version, which locks the row until the transaction ends. Returns false for a deleted cart. */
export async function lockCart(trx: Trx, cartId: number): Promise<boolean> {
  const { numAffectedRows = 0n } = await touchById.run(trx, { cartId, now: new Date() })
  return numAffectedRows > 0n
}

/** Returns the items of a locked cart; empty unless the form's token belongs to this cart. */
export async function listFormItems(
  trx: Trx,
  { cartId, token, today }: { cartId: number; token: string; today: CivilDate },
): Promise<CartItem[]> {
  const rows = await itemsByForm.rows(trx, { cartId, token, today })
  return toCartItems(rows, today)
}

const itemsByForm = compileQuery((value: ValueSlots<Today & { cartId: number; token: string }>) =>
  selectCartRows(value('today'))
    .innerJoin('checkout_drafts', 'checkout_drafts.cart_id', 'carts.id')
    .where('carts.id', '=', value('cartId'))
    .where('checkout_drafts.token', '=', value('token')),
)

function selectCart(owner: CartOwner, reader: DbOrTrx) {
  return reader.selectFrom('carts').select(['id', 'version']).where(matchesOwner(owner))
}

function matchesOwner(owner: CartOwner) {
  const { eb } = expressionBuilder<Database, 'carts'>()
  return 'userId' in owner ? eb('carts.user_id', '=', owner.userId) : eb('carts.key_hash', '=', owner.keyHash)
}

async function insertIntoExistingCart(owner: CartOwner, publicationId: number): Promise<boolean> {
  const { numAffectedRows = 0n } = await ('userId' in owner
    ? insertForUser.run(db, { ...owner, publicationId })
    : insertForVisitor.run(db, { ...owner, publicationId }))
  return numAffectedRows > 0n
}

type PublicationKey = { publicationId: number }

const insertForUser = compileQuery((value: ValueSlots<PublicationKey & { userId: number }>) =>
  buildInsertion(
    value('publicationId'),
    expressionBuilder<Database, 'carts'>()('carts.user_id', '=', value('userId')),
  ),
)
const insertForVisitor = compileQuery((value: ValueSlots<PublicationKey & { keyHash: string }>) =>
  buildInsertion(
    value('publicationId'),
    expressionBuilder<Database, 'carts'>()('carts.key_hash', '=', value('keyHash')),
  ),
)

function buildInsertion(publicationId: Expression<number>, ownerCondition: Expression<SqlBool>) {
  return db
    .insertInto('cart_items')
    .ignore()
    .columns(['cart_id', 'publication_id', 'quantity'])
    .expression(({ selectFrom, val }) =>
      selectFrom('carts')
        .innerJoin('publications', (join) => join.on('publications.id', '=', publicationId))
        .where(ownerCondition)
        .where('active', '=', true)
        .select(['carts.id', 'publications.id as publication', val(1).as('quantity')]),
    )
}

function findPublicationOnSale(owner: CartOwner, publicationId: number) {
  return db
    .selectFrom('publications')
    .select(({ exists, selectFrom }) =>
      exists(
        selectFrom('carts')
          .innerJoin('cart_items', 'cart_items.cart_id', 'carts.id')
          .select('cart_items.id')
          .where(matchesOwner(owner))
          .whereRef('publication_id', '=', 'publications.id')
          .where('renews_subscription_id', '=', 0),
      ).as('isInCart'),
    )
    .where('id', '=', publicationId)
    .where('active', '=', true)
    .executeTakeFirst()
}

/** Creates the cart, unless a concurrent request has created it, and adds one unit. */
function addToNewCart(owner: CartOwner, publicationId: number): Promise<boolean> {
  return withTransaction(async (trx) => {
    const insertion = await trx
      .insertInto('carts')
      .values({ key_hash: null, user_id: null, ...toOwnerColumns(owner) })
      .onDuplicateKeyUpdate(({ eb, ref }) => ({
        id: sql<number>`last_insert_id(${ref('id')})`,
        version: eb('version', '+', 1),
        updated_at: new Date(),
      }))
      .executeTakeFirstOrThrow()
    const item = { cart_id: Number(insertion.insertId), publication_id: publicationId, quantity: 1 }
    await trx.insertInto('cart_items').ignore().values(item).execute()
    return true
  })
}

function toOwnerColumns(owner: CartOwner) {
  return 'userId' in owner ? { user_id: owner.userId } : { key_hash: owner.keyHash }
}

/** Returns the item of a first purchase (not a renewal) with the token of its price quote. */
function findItem(trx: Trx, cartId: number, publicationId: number) {
  return trx
    .selectFrom('cart_items')
    .innerJoin('publications', 'publications.id', 'cart_items.publication_id')
    .leftJoin('price_quotes', (join) =>
      join
        .onRef('price_quotes.id', '=', 'cart_items.quote_id')
        .on('valid_until', '>=', toCivilDate(new Date())),
    )
    .select(['quantity', 'is_download as isDownload', 'price_quotes.token as quote'])
    .where('cart_id', '=', cartId)
    .where('publication_id', '=', publicationId)
    .where('renews_subscription_id', '=', 0)
    .executeTakeFirst()
}

/** Finds or creates the cart and locks it until the transaction ends. */
export async function lockOrCreateCart(trx: Trx, owner: CartOwner): Promise<number> {
  const existingCart = await selectCart(owner, trx).forUpdate().executeTakeFirst()
  if (existingCart) return existingCart.id
  try {
    const insertion = await trx
      .insertInto('carts')
      .values({ key_hash: null, user_id: null, ...toOwnerColumns(owner) })
      .executeTakeFirstOrThrow()
    return Number(insertion.insertId)
  } catch (error) {
    if (!isDuplicate(error)) throw error
    return (await selectCart(owner, trx).forUpdate().executeTakeFirstOrThrow()).id
  }
}

type ChangedItem = { publicationId: number; isDownload: boolean }

async function storeOrDeleteItem(trx: Trx, cartId: number, item: ChangedItem, quantity: number) {
  if (quantity > 0)
    return putCartItem(trx, cartId, item.publicationId, limitQuantity(quantity, item.isDownload))
  await trx
    .deleteFrom('cart_items')
    .where('cart_id', '=', cartId)
    .where('publication_id', '=', item.publicationId)
    .where('renews_subscription_id', '=', 0)
    .execute()
}

export async function putCartItem(trx: Trx, cartId: number, publicationId: number, quantity: number) {
  await trx
    .insertInto('cart_items')
    .values({ cart_id: cartId, publication_id: publicationId, quantity })
    .onDuplicateKeyUpdate({ quantity })
    .execute()
}

/** Merges the visitor's draft into the saved draft. Uses the visitor's token because the open page contains it. */
async function adoptDraft(trx: Trx, visitorCartId: number, savedCartId: number) {
  const drafts = await trx
    .selectFrom('checkout_drafts')
    .select(['cart_id', 'token', 'data'])
    .where('cart_id', 'in', [visitorCartId, savedCartId])
    .execute()
  const visitorDraft = drafts.find((draft) => draft.cart_id === visitorCartId)
  const savedDraft = drafts.find((draft) => draft.cart_id === savedCartId)
  if (!visitorDraft) return
  const fields = mergeDrafts(JSON.parse(savedDraft?.data ?? '{}'), JSON.parse(visitorDraft.data))
  await trx.deleteFrom('checkout_drafts').where('cart_id', 'in', [visitorCartId, savedCartId]).execute()
  const draft = { cart_id: savedCartId, token: visitorDraft.token, data: JSON.stringify(fields) }
  await trx.insertInto('checkout_drafts').values(draft).execute()
}

/** Increments the cart's version, so open pages of the cart become outdated. */
export async function touchCart(trx: Trx, cartId: number) {
  await touchById.run(trx, { cartId, now: new Date() })
}

function touchOwnerCart(owner: CartOwner) {
  const now = new Date()
  return 'userId' in owner
    ? touchByUser.run(db, { ...owner, now })
    : touchByVisitor.run(db, { ...owner, now })
}

type Now = { now: Date }

const touchById = compileQuery((value: ValueSlots<Now & { cartId: number }>) =>
  updateCart(value('now')).where('id', '=', value('cartId')),
)
const touchByUser = compileQuery((value: ValueSlots<Now & { userId: number }>) =>
  updateCart(value('now')).where('user_id', '=', value('userId')),
)
const touchByVisitor = compileQuery((value: ValueSlots<Now & { keyHash: string }>) =>
  updateCart(value('now')).where('key_hash', '=', value('keyHash')),
)

function updateCart(now: Expression<Date>) {
  return db.updateTable('carts').set((eb) => ({ version: eb('version', '+', 1), updated_at: now }))
}
