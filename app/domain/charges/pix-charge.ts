import { addDays, type CivilDate, toInstant } from '#app/domain/platform/calendar.ts'
import type { PixKind } from '#app/domain/settings/own-pix.ts'

/** States of a Pix charge. A 'wanted' charge may already exist at the bank; a 'removed' charge is not payable. */
export const pixChargeStates = ['wanted', 'active', 'paid', 'removed'] as const
export type PixChargeState = (typeof pixChargeStates)[number]

export type PixChargeTerms = { kind: PixKind; dueDate: CivilDate }

/**
 * Returns a txid of order, ordinal and 19 hex digits of `mark`, which keep it unique even after a restore.
 */
export function makePixTxid(orderId: number, ordinal: number, mark: string): string {
  const txid = `${String(orderId).padStart(10, '0')}${String(ordinal).padStart(3, '0')}${mark.slice(0, 19)}`
  if (!isOwnTxid(txid)) throw new RangeError(`not a txid: ${txid}`)
  return txid
}

export function isOwnTxid(txid: string | null): txid is string {
  return txid !== null && /^\d{13}[0-9a-f]{19}$/.test(txid)
}

/** Returns the seconds from now to the end of the last payable day, at least 1. */
export function calculateSecondsToPay(dueDate: CivilDate, graceDays: number, now: Date): number {
  const end = toInstant(addDays(dueDate, graceDays + 1), '00:00')
  return Math.max(1, Math.floor((end.getTime() - now.getTime()) / 1000))
}

export function isEndToEndId(text: string): boolean {
  return /^[a-zA-Z0-9]{32}$/.test(text)
}
