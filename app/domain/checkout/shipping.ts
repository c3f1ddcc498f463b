/** The fixed shipment of the specification, in centimetres (A9, F46). */
export const shipmentBox = { length: 36, width: 26, height: 5, diameter: 36 } as const

/** The heaviest shipment anybody carries, in kilograms (F46). */
export const maxShipmentKg = 30

/** Days added to what the carrier says while the settings name no others (D8, F47). */
export const usualHandlingDays = 5

/** Order shipping types that are not a carrier's service (D2, D6). */
export const shippingTypes = {
  toBeAgreed: 'TO_BE_AGREED',
  download: 'DOWNLOAD',
  internal: 'INTERNAL',
} as const

/** One way to send a shipment: carrier's service, price in centavos, carrier's working days (null = to be agreed). */
export type ShippingOption = { service: string; value: number; days: number | null; estimated: boolean }

/** A step of the offline table: up to `max_weight_kg` kilograms costs `value` centavos and takes `days`. */
export type ShippingRate = { service: string; max_weight_kg: number; value: number; days: number }

type Weighed = { weight: number; quantity: number; isDownload: boolean }

/** True when something in the list has to travel (D6). */
export function needsShipping(items: readonly { isDownload: boolean }[]): boolean {
  return items.some((item) => !item.isDownload)
}

/** Weight to quote: grams of the printed units summed, rounded up to whole kilograms, at least 1 (D6, F46). */
export function shipmentWeightKg(items: readonly Weighed[]): number {
  const grams = items.reduce((sum, item) => sum + (item.isDownload ? 0 : item.weight * item.quantity), 0)
  return Math.max(1, Math.ceil(grams / 1000))
}

/** Working days shown to the customer: the carrier's plus the shop's own (D8). */
export function shownDeliveryDays(option: { days: number | null }, handlingDays: number): number | null {
  return option.days === null ? null : option.days + handlingDays
}

/** The cheapest fitting step of every service of the table, cheapest service first. */
export function optionsFromRates(rates: readonly ShippingRate[], weightKg: number): ShippingOption[] {
  const fitting = new Map<string, ShippingRate>()
  for (const rate of rates) {
    if (rate.max_weight_kg < weightKg) continue
    const known = fitting.get(rate.service)
    if (!known || rate.max_weight_kg < known.max_weight_kg) fitting.set(rate.service, rate)
  }
  return [...fitting.values()]
    .map(({ service, value, days }) => ({ service, value, days, estimated: true }))
    .sort((a, b) => a.value - b.value)
}
