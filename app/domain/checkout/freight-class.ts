import { type ShippingOption, shippingTypes } from '#app/domain/checkout/shipping.ts'

type Quotes = { before: readonly ShippingOption[]; after: readonly ShippingOption[] }

/** Returns whether a service has equal price and time in both places. False if freight is to be agreed. */
export function isSameFreightClass(service: string, { before, after }: Quotes): boolean {
  if (service === shippingTypes.toBeAgreed || service === shippingTypes.internal) return true
  const [old, now] = [before, after].map((options) => options.find((option) => option.service === service))
  if (!old || !now) return false
  return old.value === now.value && old.days === now.days && old.estimated === now.estimated
}
