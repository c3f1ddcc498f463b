import type { CivilDate } from '#app/domain/platform/calendar.ts'

export type SourceName = 'gateway' | 'pix' | 'bank-file' | 'staff'

/** A payment of an order; `value` in centavos. */
export type Money = { orderId: number; value: number }

/**
 * A payment provider, simulated by its fake. The shop learns of events by reports or by reconciliation. Staff who mark
 * an order as paid are a source without a provider.
 */
export type MoneySource = {
  name: SourceName
  days: { paid: CivilDate; first: CivilDate; second: CivilDate }
  pay(): Promise<Money>
  /** Reports all events to the shop, by webhook or file. */
  report(): Promise<void>
  /** Reconciles on the next day, as after a lost webhook call. */
  reconcile?(): Promise<void>
  /** refunds at the shop's request, in the provider's own pages */
  refund(value: number, day: CivilDate): void
  /** takes back the rest of the money, by payer or bank */
  chargeBack(day: CivilDate): void
  /** reports another value, in centavos */
  restate?(value: number): void
}
