import { type ShippingOption, shippingTypes } from '#app/domain/checkout/shipping.ts'

type Quotes = { before: readonly ShippingOption[]; after: readonly ShippingOption[] }

/** Returns true if the service has the same price and time at another place; freight by agreement has no class. */
export function isSameFreightClass(service: string, { before, after }: Quotes): boolean {
  if (service === shippingTypes.toBeAgreed || service === shippingTypes.internal) return true
  const [old, now] = [before, after].map((options) => options.find((option) => option.service === service))
  if (!old || !now) return false
  return old.value === now.value && old.days === now.days && old.estimated === now.estimated
}
