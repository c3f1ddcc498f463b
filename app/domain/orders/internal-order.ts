import type { Centavos } from '#app/domain/platform/money.ts'

/** F94, D1. */
export const internalPrices = ['normal', 'signature', 'free'] as const

export type InternalPrice = (typeof internalPrices)[number]

/** Limits the URL, which carries all items. */
export const maxInternalItems = 40

type Priced = { price: Centavos; renewalPrice: Centavos | null }

/** Null where the publication lacks that price. */
export function internalValue(price: InternalPrice, publication: Priced): Centavos | null {
  if (price === 'free') return 0
  return price === 'signature' ? publication.renewalPrice : publication.price
}
