import type { Centavos } from '#app/domain/platform/money.ts'

/** What paid an order; `fees` is null where bank or gateway did not say it of each payment. */
export type Receipts = { received: Centavos | null; fees: Centavos | null }

/** What is left of it; null while a fee is not known. */
export function netOf({ received, fees }: Receipts): Centavos | null {
  return received === null || fees === null ? null : received - fees
}
