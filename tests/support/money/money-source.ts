import type { CivilDate } from '#app/domain/platform/calendar.ts'

export type SourceName = 'gateway' | 'pix' | 'bank-file' | 'staff'

/** `value` in centavos. */
export type Money = { orderId: number; value: number }

/**
 * A provider of money, as its fake plays it. What happens there the shop learns when it is told or asks. Staff who mark an
 * order as paid by hand are a source without a provider.
 */
export type MoneySource = {
  name: SourceName
  days: { paid: CivilDate; first: CivilDate; second: CivilDate }
  pay(): Promise<Money>
  /** The shop learns of all events, by webhook or file. */
  report(): Promise<void>
  /** Without a webhook the shop asks on the next day. */
  reconcile?(): Promise<void>
  /** at the shop's request, in the provider's own pages */
  giveBack(value: number, on: CivilDate): void
  /** by payer or bank, all that is left */
  takeBack(on: CivilDate): void
  /** the provider reports another value (centavos) */
  restate?(value: number): void
}
