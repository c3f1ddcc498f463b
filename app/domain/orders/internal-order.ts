import type { Centavos } from '#app/domain/platform/money.ts'

/** What staff may charge for an item of an internal order: its price, that of a further year, or nothing (F94, D1). */
export const internalPrices = ['normal', 'signature', 'free'] as const

export type InternalPrice = (typeof internalPrices)[number]

/** So many items an internal order has at the most: its page's address carries them all. */
export const maxInternalItems = 40

type Priced = { price: Centavos; renewalPrice: Centavos | null }

/** What an item costs at this price; null where the publication has none of the kind. */
export function internalValue(price: InternalPrice, publication: Priced): Centavos | null {
  if (price === 'free') return 0
  return price === 'signature' ? publication.renewalPrice : publication.price
}
