import { addYears, type CivilDate, daysBetween } from '#app/domain/calendar.ts'

/** Status codes of a purchased unit; the number is the truth, the words live in text/ (D28). */
export const subscriptionStatus = {
  downloadReleased: 1,
  awaitingDispatch: 2,
  sent: 3,
  expired: 4,
  active: 5,
} as const

export type SubscriptionStatus = (typeof subscriptionStatus)[keyof typeof subscriptionStatus]

/** Days before the due date from which a subscription can be renewed (F64, D33). */
export const renewalWindowDays = 30

type Sold = { isDownload: boolean; isSignature: boolean; isSentImmediately: boolean }

/** Status of a unit on the day it is paid (D29, D30). */
export function firstStatus(sold: Sold): 1 | 2 | 5 {
  if (sold.isDownload) return subscriptionStatus.downloadReleased
  return isCopyDue(sold) ? subscriptionStatus.awaitingDispatch : subscriptionStatus.active
}

/** True when a printed copy is due at the purchase (D30). */
export function isCopyDue({ isDownload, isSignature, isSentImmediately }: Sold): boolean {
  return !isDownload && (!isSignature || isSentImmediately)
}

type Unit = { status: number; sentOn: CivilDate | null }

/**
 * True when a line of a paid order has something to be sent: its unit waits for it, ran out before it was sent, or the
 * line has no unit of its own, as a renewal (D29, D32, D34, D36).
 */
export function awaitsDispatch(sold: Sold, unit: Unit | null): boolean {
  if (sold.isDownload) return false
  if (unit?.status === subscriptionStatus.awaitingDispatch) return true
  const isExpiredUnsent = unit?.status === subscriptionStatus.expired && unit.sentOn === null
  return (unit === null || isExpiredUnsent) && isCopyDue(sold)
}

/** What becomes of a unit's status when its parcel moves (D29, D35); an expired one stays so. */
export function statusAfterParcel(event: 'sent' | 'delivered' | 'returned', unit: UnitSold): number {
  if (unit.status === subscriptionStatus.expired) return unit.status
  if (event === 'sent') return subscriptionStatus.sent
  if (unit.status !== subscriptionStatus.sent) return unit.status
  if (event === 'returned') return subscriptionStatus.awaitingDispatch
  return unit.isSignature ? subscriptionStatus.active : unit.status
}

type UnitSold = { status: number; isSignature: boolean }

/** Last day of a unit paid on `start`, until 23:59 of it; null for a one-off purchase (D28, D31). */
export function dueDateOf(start: CivilDate, { isSignature }: { isSignature: boolean }): CivilDate | null {
  return isSignature ? addYears(start, 1) : null
}

/** True after the due date; never for a one-off purchase (D33). */
export function isOverdue(due: CivilDate | null, today: CivilDate): boolean {
  return due !== null && today > due
}

/** True from 30 days before the due date to that day itself (D33). */
export function isRenewable(due: CivilDate | null, today: CivilDate): boolean {
  if (due === null || isOverdue(due, today)) return false
  return daysBetween(today, due) <= renewalWindowDays
}

/** The status as it is today, whether or not the nightly job has run (D34). */
export function statusToday(
  { status, due }: { status: number; due: CivilDate | null },
  today: CivilDate,
): number {
  return isOverdue(due, today) ? subscriptionStatus.expired : status
}

type Live = { publicationId: number; prefix: string | null }

/** Which subscriptions in force are for this publication and, where it asks for aircraft, one of these marks (D26). */
export function ownedAlready<Subscription extends Live>(
  item: { publicationId: number; hasAirplaneInfo: boolean },
  marks: readonly (string | null)[],
  live: readonly Subscription[],
): Subscription[] {
  const own = live.filter(({ publicationId }) => publicationId === item.publicationId)
  return item.hasAirplaneInfo ? own.filter(({ prefix }) => prefix !== null && marks.includes(prefix)) : own
}
