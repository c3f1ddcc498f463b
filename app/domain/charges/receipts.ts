import type { Centavos } from '#app/domain/platform/money.ts'

/** `fees` is null when a payment's fee is unknown. */
export type Receipts = { received: Centavos | null; fees: Centavos | null }

export function calculateNet({ received, fees }: Receipts): Centavos | null {
  return received === null || fees === null ? null : received - fees
}
