import { createHash, randomBytes } from 'node:crypto'
import { type CartOwner, limitQuantity } from '#app/domain/checkout/cart.ts'
import { quoteRetentionDays } from '#app/domain/checkout/price-quote.ts'
import type { ShippingOption } from '#app/domain/checkout/shipping.ts'
import { addDays, type CivilDate } from '#app/domain/platform/calendar.ts'
import { recordColleagueAct } from '#app/models/accounts/colleagues/acting.server.ts'
import {
  type Cart,
  findCart,
  lockOrCreateCart,
  putCartItem,
  touchCart,
} from '#app/models/checkout/cart.server.ts'
import { setPriceQuote } from '#app/models/checkout/cart-quotes.server.ts'
import { db, isDuplicate, type Trx, withTransaction } from '#app/models/platform/db.server.ts'
import { addToOutbox } from '#app/models/platform/outbox.server.ts'

const TOKEN_BYTES = 16

type QuoteRequest = {
  cart: Cart
  /** the chosen freight service; null until one is chosen */
  freight: ShippingOption | null
  handlingDays: number
  validDays: number
  today: CivilDate
  /** null for a visitor; the price quote itself contains no personal data */
  account?: { userId: number; actorUserId: number } | null
}

/** Creates a quote and returns its token, or undefined if no item is quotable. Equal carts share a quote for a day. */
export async function createPriceQuote(request: QuoteRequest): Promise<string | undefined> {
  const items = request.cart.items.filter((item) => !item.renewal && item.active)
  if (items.length === 0) return undefined
  const hash = hashRequest(request)
  const knownToken = await findTokenByHash(hash)
  if (knownToken) return knownToken
  try {
    return await withTransaction((trx) => insertQuote(trx, request, { items, hash }))
  } catch (error) {
    const firstToken = isDuplicate(error, 'price_quotes_request') ? await findTokenByHash(hash) : undefined
    if (firstToken === undefined) throw error
    return firstToken
  }
}

async function insertQuote(
  trx: Trx,
  { freight, handlingDays, validDays, today, account }: QuoteRequest,
  { items, hash }: { items: Cart['items']; hash: string },
): Promise<string> {
  const token = randomBytes(TOKEN_BYTES).toString('hex')
  const insertion = await trx
    .insertInto('price_quotes')
    .values({
      token,
      request_hash: hash,
      date: today,
      valid_until: addDays(today, validDays),
      shipping_type: freight?.service ?? null,
      shipping_value: freight?.value ?? null,
      shipping_days: freight?.days ?? null,
      handling_days: handlingDays,
    })
    .executeTakeFirstOrThrow()
  const id = Number(insertion.insertId)
  // Lines contain the shop's own price because a new quote must not repeat the price of an old quote.
  const lines = items.map(
    ({ publicationId, name, version, shopPrice, quantity, isDownload, isSignature }) => ({
      quote_id: id,
      publication_id: publicationId,
      name,
      version,
      price: shopPrice,
      quantity,
      is_download: isDownload,
      is_signature: isSignature,
    }),
  )
  await trx.insertInto('price_quote_lines').values(lines).execute()
  if (account) await recordColleagueAct(trx, account, 'price-quote-made', { quote: id })
  await addToOutbox(trx, ['render-price-quote'], String(id))
  return token
}

/** Returns a price quote with its lines and their present prices, or undefined for an unknown token. */
export async function findPriceQuote(token: string) {
  const quote = await selectQuotes().where('token', '=', token).executeTakeFirst()
  return quote && addLines(quote)
}

export async function findPriceQuoteById(id: number) {
  const quote = await selectQuotes().where('id', '=', id).executeTakeFirst()
  return quote && addLines(quote)
}

function selectQuotes() {
  return db
    .selectFrom('price_quotes')
    .select(['id', 'token', 'date', 'valid_until as validUntil', 'pdf_file as file'])
    .select(['shipping_type as shippingType', 'shipping_value as shippingValue'])
    .select(['shipping_days as shippingDays', 'handling_days as handlingDays'])
}

async function addLines<Quote extends { id: number }>(quote: Quote) {
  const lines = await db
    .selectFrom('price_quote_lines')
    .innerJoin('publications', 'publications.id', 'price_quote_lines.publication_id')
    .where('quote_id', '=', quote.id)
    .select(['publication_id as publicationId', 'price_quote_lines.name', 'price_quote_lines.version'])
    .select(['price_quote_lines.price', 'quantity', 'price_quote_lines.is_download as isDownload'])
    .select('price_quote_lines.is_signature as isSignature')
    .select(['publications.price as priceToday', 'publications.version as versionToday', 'active'])
    .orderBy('price_quote_lines.id')
    .execute()
  return { ...quote, lines }
}

export async function recordPriceQuoteFile(id: number, file: string): Promise<void> {
  await db.updateTable('price_quotes').set({ pdf_file: file }).where('id', '=', id).execute()
}

type RefillCounts = {
  /** number of quoted publications that are on sale */
  titles: number
  /** number of publications with more copies in the cart than quoted, which cost the shop's price */
  notRefilled: number
}

/**
 * Fills the cart with the quoted copies that are on sale, but never reduces a quantity. The quoted prices
 * apply while the quote is valid.
 */
export function fillCartFromQuote(
  owner: CartOwner,
  { id: quoteId, isInForce }: { id: number; isInForce: boolean },
): Promise<RefillCounts> {
  return withTransaction(async (trx) => {
    const cartId = await lockOrCreateCart(trx, owner)
    const cart = await findCart(owner, trx)
    const cartQuantities = new Map(cart?.items.map(({ key, quantity }) => [key, quantity]))
    const lines = await trx
      .selectFrom('price_quote_lines')
      .innerJoin('publications', 'publications.id', 'price_quote_lines.publication_id')
      .where('quote_id', '=', quoteId)
      .where('active', '=', true)
      .where('removed_at', 'is', null)
      .select(['publication_id as publicationId', 'quantity', 'publications.is_download as isDownload'])
      .execute()
    let notRefilled = 0
    for (const { publicationId, quantity, isDownload } of lines) {
      const cartQuantity = cartQuantities.get(String(publicationId)) ?? 0
      const newQuantity = limitQuantity(Math.max(quantity, cartQuantity), isDownload)
      await putCartItem(trx, cartId, publicationId, newQuantity)
      if (!isInForce) continue
      if (newQuantity > quantity) notRefilled++
      await setPriceQuote(trx, { cartId, publicationId, quoteId })
    }
    if (lines.length > 0) await touchCart(trx, cartId)
    return { titles: lines.length, notRefilled }
  })
}

/** Returns expired price quotes, oldest first. The caller must delete their files before the rows. */
export function listExpiredPriceQuotes(today: CivilDate, limit: number) {
  return db
    .selectFrom('price_quotes')
    .select(['id', 'pdf_file as file'])
    .where('valid_until', '<', addDays(today, -quoteRetentionDays))
    .orderBy('valid_until')
    .limit(limit)
    .execute()
}

export function deletePriceQuote(id: number): Promise<void> {
  return withTransaction(async (trx) => {
    await trx.deleteFrom('price_quote_lines').where('quote_id', '=', id).execute()
    await trx.deleteFrom('price_quotes').where('id', '=', id).execute()
  })
}

async function findTokenByHash(hash: string): Promise<string | undefined> {
  const quote = await db
    .selectFrom('price_quotes')
    .select('token')
    .where('request_hash', '=', hash)
    .executeTakeFirst()
  return quote?.token
}

function hashRequest({ cart, freight, today, validDays }: QuoteRequest): string {
  const items = cart.items.map(({ key, quantity, shopPrice }) => [key, quantity, shopPrice])
  const requestText = JSON.stringify([cart.id, cart.version, items, freight, today, validDays])
  return createHash('sha256').update(requestText).digest('hex')
}
