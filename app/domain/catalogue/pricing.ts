import type { Centavos } from '#app/domain/platform/money.ts'

export const maxBoletoValue: Centavos = 99_999_999_99 // ten digits

export const highestPrice: Centavos = 999_999_99

type Priced = { price: Centavos; quantity: number }

export function calculateTotals(items: readonly Priced[], shippingValue: Centavos) {
  const publications = items.reduce((sum, item) => sum + item.price * item.quantity, 0)
  return { publications, shipping: shippingValue, total: publications + shippingValue }
}
