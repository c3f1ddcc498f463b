import type { AircraftName } from '#app/domain/accounts/aircraft.ts'
import { getInternalValue, type InternalPrice, internalPrices } from '#app/domain/orders/internal-order.ts'
import type { CivilDate } from '#app/domain/platform/calendar.ts'
import { sumCentavos } from '#app/domain/platform/money.ts'
import { internalPriceLabels } from '#app/text/orders/internal-order-labels.ts'
import { formatReais } from '#app/text/platform/format.ts'
import type { BoundField } from '#app/ui/forms/address-fields.tsx'

export type Offer = {
  id: number
  name: string
  version: string
  price: number
  renewalPrice: number | null
  hasAirplaneInfo: boolean
  renewals: readonly (AircraftName & { id: number; due: CivilDate | null })[]
  /** the client's active subscriptions to this publication */
  activeSubscriptions: readonly (AircraftName & {
    id: number
    publicationId: number
    due: CivilDate | null
  })[]
}

/** Returns a field of the item at a position in the form. */
export type GetItemField = (index: number, field: string) => BoundField

/** A publication that the order contains. */
export type OrderTitle = {
  id: number
  name: string
  /** undefined if the publication is not on sale */
  offer: Offer | undefined
  /** positions of the publication's items in the form */
  indexes: readonly number[]
  /** name of the price that all items have; empty if their prices differ */
  price: string
  /** sum of the prices, in centavos */
  sum: number
}

/** Groups the items of an order by publication. */
export function groupItemsByTitle(
  items: readonly { publication: number; price: string }[],
  offers: readonly Offer[],
): OrderTitle[] {
  const ids = [...new Set(items.map(({ publication }) => publication))]
  return ids.map((id) => {
    const offer = offers.find((candidate) => candidate.id === id)
    const indexes = items.flatMap((item, index) => (item.publication === id ? [index] : []))
    const prices = indexes.map((index) => items[index]?.price ?? '')
    const [firstPrice = ''] = prices
    return {
      id,
      name: offer?.name ?? `Publicação ${id}`,
      offer,
      indexes,
      price: prices.every((price) => price === firstPrice) ? firstPrice : '',
      sum: sumCentavos(prices.map((price) => computePrice(price, offer))),
    }
  })
}

/** Returns the centavos of an item; 0 if its price is unknown or the publication is not on sale. */
function computePrice(price: string, offer: Offer | undefined): number {
  const knownPrice = internalPrices.find((name) => name === price)
  return offer && knownPrice ? (getInternalValue(knownPrice, offer) ?? 0) : 0
}

export function listPriceOptions(offer: Offer) {
  return internalPrices.flatMap((price: InternalPrice) => {
    const valueCentavos = getInternalValue(price, offer)
    return valueCentavos === null
      ? []
      : [{ value: price, label: `${internalPriceLabels[price]} · ${formatReais(valueCentavos)}` }]
  })
}
