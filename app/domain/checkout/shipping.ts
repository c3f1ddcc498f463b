/** The box of all shipments, in centimetres. */
export const shipmentBox = { length: 36, width: 26, height: 5, diameter: 36 } as const

export const maxShipmentKg = 30

export const freightQuoteHours = 24

/** Ways of delivery that are not services of a carrier. */
export const shippingTypes = {
  toBeAgreed: 'TO_BE_AGREED',
  download: 'DOWNLOAD',
  internal: 'INTERNAL',
} as const

/** An offer. `value` is in centavos; `days` are the carrier's working days, null if still to be agreed. */
export type ShippingOption = { service: string; value: number; days: number | null; estimated: boolean }

/** A row of the freight table; `value` is in centavos. */
export type ShippingRate = { service: string; max_weight_kg: number; value: number; days: number }

type WeighedItem = { weight: number; quantity: number; isDownload: boolean }

export function needsShipping(items: readonly { isDownload: boolean }[]): boolean {
  return items.some((item) => !item.isDownload)
}

/** Returns the weight of printed units in whole kilograms, rounded up, at least 1. */
export function calculateShipmentWeightKg(items: readonly WeighedItem[]): number {
  const grams = items.reduce((sum, item) => sum + (item.isDownload ? 0 : item.weight * item.quantity), 0)
  return Math.max(1, Math.ceil(grams / 1000))
}

export function calculateDeliveryDays(option: { days: number | null }, handlingDays: number): number | null {
  return option.days === null ? null : option.days + handlingDays
}

/** Returns the lightest sufficient rate of each service, cheapest service first. */
export function chooseShippingOptions(rates: readonly ShippingRate[], weightKg: number): ShippingOption[] {
  const lightestRates = new Map<string, ShippingRate>()
  for (const rate of rates) {
    if (rate.max_weight_kg < weightKg) continue
    const knownRate = lightestRates.get(rate.service)
    if (!knownRate || rate.max_weight_kg < knownRate.max_weight_kg) lightestRates.set(rate.service, rate)
  }
  return [...lightestRates.values()]
    .map(({ service, value, days }) => ({ service, value, days, estimated: true }))
    .sort((left, right) => left.value - right.value)
}
