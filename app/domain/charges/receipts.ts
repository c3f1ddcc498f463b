import type { Centavos } from '#app/domain/platform/money.ts'

/** Received money of an order; `fees` is null when a payment's fee is unknown. */
export type Receipts = { received: Centavos | null; fees: Centavos | null }

/** The net amount; null while a fee is unknown. */
export function calculateNet({ received, fees }: Receipts): Centavos | null {
  return received === null || fees === null ? null : received - fees
}
