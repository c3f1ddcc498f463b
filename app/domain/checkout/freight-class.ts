import { type ShippingOption, shippingTypes } from '#app/domain/checkout/shipping.ts'

type Quotes = { before: readonly ShippingOption[]; after: readonly ShippingOption[] }

/**
 * Returns whether a service has the same price and time in both quotes. True for services without a quote.
 */
export function isSameFreightClass(service: string, { before, after }: Quotes): boolean {
  if (service === shippingTypes.toBeAgreed || service === shippingTypes.internal) return true
  const [oldOption, newOption] = [before, after].map((options) =>
    options.find((option) => option.service === service),
  )
  if (!oldOption || !newOption) return false
  return (
    oldOption.value === newOption.value &&
    oldOption.days === newOption.days &&
    oldOption.estimated === newOption.estimated
  )
}
