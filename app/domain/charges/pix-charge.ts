import { addDays, type CivilDate, instantIn } from '#app/domain/platform/calendar.ts'
import type { PixKind } from '#app/domain/settings/own-pix.ts'

/**
 * State of the charge beside an own boleto: 'wanted' may be known to the bank or not, 'active' can be paid, 'removed' cannot
 * any more.
 */
export const pixChargeStates = ['wanted', 'active', 'paid', 'removed'] as const
export type PixChargeState = (typeof pixChargeStates)[number]

export type PixChargeTerms = { kind: PixKind; dueDate: CivilDate }

/**
 * 32 letters and digits, of 26 to 35 (API Pix): order, ordinal, and 19 hex digits of `mark`. A txid is the bank's for ever, so
 * the mark comes of the boleto's number, which no restore gives again (D67, D111).
 */
export function pixTxid(orderId: number, ordinal: number, mark: string): string {
  const txid = `${String(orderId).padStart(10, '0')}${String(ordinal).padStart(3, '0')}${mark.slice(0, 19)}`
  if (!isOwnTxid(txid)) throw new RangeError(`not a txid: ${txid}`)
  return txid
}

/** Of a charge of the shop, perhaps one that a restored database lost. */
export function isOwnTxid(txid: string | null): txid is string {
  return txid !== null && /^\d{13}[0-9a-f]{19}$/.test(txid)
}

/** Seconds an immediate charge lives from `now`, at least one: through `graceDays` after the due date. */
export function secondsToPay(dueDate: CivilDate, graceDays: number, now: Date): number {
  const end = instantIn(addDays(dueDate, graceDays + 1), '00:00')
  return Math.max(1, Math.floor((end.getTime() - now.getTime()) / 1000))
}

/** 32 letters and digits (API Pix); becomes part of an address. */
export function isEndToEndId(text: string): boolean {
  return /^[a-zA-Z0-9]{32}$/.test(text)
}
