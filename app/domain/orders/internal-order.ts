import type { Centavos } from '#app/domain/platform/money.ts'

export const internalPrices = ['normal', 'signature', 'free'] as const

export type InternalPrice = (typeof internalPrices)[number]

export const maxInternalItems = 40 // the URL contains all items

type PublicationPrices = { price: Centavos; renewalPrice: Centavos | null }

export function getInternalValue(price: InternalPrice, publication: PublicationPrices): Centavos | null {
  if (price === 'free') return 0
  return price === 'signature' ? publication.renewalPrice : publication.price
}
