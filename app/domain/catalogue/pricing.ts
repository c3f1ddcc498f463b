import type { Centavos } from '#app/domain/platform/money.ts'

/** The largest value a boleto can carry: ten digits of centavos. */
export const maxBoletoValue: Centavos = 99_999_999_99

/** The highest price a publication may have. */
export const highestPrice: Centavos = 999_999_99

type Priced = { price: Centavos; quantity: number }

/** Sum of the publications and total with freight, all in centavos. */
export function totalsOf(items: readonly Priced[], shippingValue: Centavos) {
  const publications = items.reduce((sum, item) => sum + item.price * item.quantity, 0)
  return { publications, shipping: shippingValue, total: publications + shippingValue }
}
