import { type Expression, sql } from 'kysely'
import { type CivilDate, toCivilDate } from '#app/domain/platform/calendar.ts'
import type { Trx } from '#app/models/platform/db.server.ts'

/** Returns SQL for the price. A valid quote's price applies up to its quantity unless the shop's price is lower. */
export function selectPriceOn(today: Expression<CivilDate>) {
  return sql<number>`case
    when price_quotes.valid_until >= ${today} and cart_items.quantity <= price_quote_lines.quantity
    then least(publications.price, price_quote_lines.price)
    else publications.price end`.as('price')
}

type Quote = { id: number; token: string }

/** Returns the valid price quotes in a cart by publication. */
export async function listCartQuotes(trx: Trx, cartId: number): Promise<Map<number, Quote>> {
  const rows = await trx
    .selectFrom('cart_items')
    .innerJoin('price_quotes', 'price_quotes.id', 'cart_items.quote_id')
    .select(['publication_id', 'price_quotes.id', 'token'])
    .where('cart_id', '=', cartId)
    .where('valid_until', '>=', toCivilDate(new Date()))
    .execute()
  return new Map(rows.map(({ publication_id, ...quote }) => [publication_id, quote]))
}

/** Stores the visitor's quotes in the saved cart. Replaces older quotes because the visitor's cart is newer. */
export async function storePriceQuotes(
  trx: Trx,
  cartId: number,
  quotesByPublication: ReadonlyMap<number, Quote>,
) {
  for (const [publicationId, { id }] of quotesByPublication)
    await setPriceQuote(trx, { cartId, publicationId, quoteId: id })
}

type QuotedItem = { cartId: number; publicationId: number; quoteId: number }

/**
 * Applies a price quote to a purchased item. Renewals, whose `renews_subscription_id` is not 0, have no
 * quotes.
 */
export async function setPriceQuote(trx: Trx, { cartId, publicationId, quoteId }: QuotedItem): Promise<void> {
  await trx
    .updateTable('cart_items')
    .set({ quote_id: quoteId })
    .where('cart_id', '=', cartId)
    .where('publication_id', '=', publicationId)
    .where('renews_subscription_id', '=', 0)
    .execute()
}

/** Applies the price quote with this token to a cart item. Does nothing if the token is unknown. */
export async function setPriceQuoteByToken(
  trx: Trx,
  { token, ...item }: { cartId: number; publicationId: number; token: string },
): Promise<void> {
  const quote = await trx
    .selectFrom('price_quotes')
    .select('id')
    .where('token', '=', token)
    .executeTakeFirst()
  if (quote) await setPriceQuote(trx, { ...item, quoteId: quote.id })
}
