import type { CivilDate } from '#app/domain/platform/calendar.ts'

export type SourceName = 'gateway' | 'pix' | 'bank-file' | 'staff'

/** Money of an order at its provider; `value` in centavos. */
export type Money = { orderId: number; value: number }

/**
 * A provider of money, as its fake plays it. What happens there the shop learns when it is told or asks. Staff who mark an
 * order as paid by hand are a source without a provider.
 */
export type MoneySource = {
  name: SourceName
  days: { paid: CivilDate; first: CivilDate; second: CivilDate }
  pay(): Promise<Money>
  /** The shop hears, by call or file, of all that has happened. */
  report(): Promise<void>
  /** No call comes; the shop asks on the next day. */
  reconcile?(): Promise<void>
  /** at the shop's wish, in the provider's own pages */
  giveBack(value: number, on: CivilDate): void
  /** by payer or bank, all that is left */
  takeBack(on: CivilDate): void
  /** The provider says another value (centavos) of the same money. */
  restate?(value: number): void
}
