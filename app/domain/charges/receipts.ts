import type { Centavos } from '#app/domain/platform/money.ts'

export type Receipts = { received: Centavos | null; fees: Centavos | null } // null if unknown

export function calculateNet({ received, fees }: Receipts): Centavos | null {
  return received === null || fees === null ? null : received - fees
}
