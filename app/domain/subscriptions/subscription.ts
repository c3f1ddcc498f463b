import { addYears, type CivilDate, daysBetween } from '#app/domain/platform/calendar.ts'

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

/** True when a unit's copy has to be sent: it waits for it, or ran out before it was sent (D29, D34, D36). */
export function awaitsDispatch(sold: Sold, unit: Unit): boolean {
  if (sold.isDownload) return false
  if (unit.status === subscriptionStatus.awaitingDispatch) return true
  return unit.status === subscriptionStatus.expired && unit.sentOn === null && isCopyDue(sold)
}

/** What becomes of a unit's status when its shipment moves (D29, D35); an expired one stays so. */
export function statusAfterShipment(event: 'sent' | 'delivered' | 'returned', unit: UnitSold): number {
  if (unit.status === subscriptionStatus.expired) return unit.status
  if (event === 'sent') return subscriptionStatus.sent
  if (unit.status !== subscriptionStatus.sent) return unit.status
  if (event === 'returned') return subscriptionStatus.awaitingDispatch
  return unit.isSignature ? subscriptionStatus.active : unit.status
}

type UnitSold = { status: number; isSignature: boolean }

/** The same for what a unit was before it expired, so that it comes back as it is by then (D34, D35). */
export function unitAfterShipment(
  event: 'sent' | 'delivered' | 'returned',
  { status: before, formerStatus, isSignature }: UnitSold & { formerStatus: number | null },
) {
  const status = statusAfterShipment(event, { status: before, isSignature })
  const isKept = formerStatus !== null && before === subscriptionStatus.expired
  return {
    status,
    formerStatus: isKept ? statusAfterShipment(event, { status: formerStatus, isSignature }) : formerStatus,
  }
}

/** True for a unit that still is as its shipment made it; one that waits for its next copy is not (D35, D36). */
export function isAsDispatched(
  { status, formerStatus }: { status: number; formerStatus: number | null },
  { isDelivered }: { isDelivered: boolean },
): boolean {
  const { sent, expired, active } = subscriptionStatus
  const before = status === expired ? (formerStatus ?? sent) : status
  return before === sent || (isDelivered && before === active)
}

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

/** Why a subscription cannot be renewed in the shop today (D32, D33). */
export type RenewalBlocker =
  | 'one-off'
  | 'suspended'
  | 'withdrawn'
  | 'ordered'
  | 'overdue'
  | 'too-early'
  | 'not-sold'

type Renewable = {
  due: CivilDate | null
  isSuspended: boolean
  /** its buyer gives it back, and nobody has answered yet (D65) */
  isWithdrawn: boolean
  /** the order of a renewal that still waits for its payment */
  openOrderId: number | null
  /** the publication is in the catalogue */
  active: boolean
  /** what a further year costs, or null when there is none to buy */
  renewalPrice: number | null
}

/** What keeps a subscription from being renewed, or null when nothing does: in the window, on sale, not ordered yet. */
export function renewalBlocker(unit: Renewable, today: CivilDate): RenewalBlocker | null {
  if (unit.due === null) return 'one-off'
  if (unit.openOrderId !== null) return 'ordered'
  if (unit.isSuspended) return 'suspended'
  if (unit.isWithdrawn) return 'withdrawn'
  if (isOverdue(unit.due, today)) return 'overdue'
  if (!isRenewable(unit.due, today)) return 'too-early'
  return unit.active && unit.renewalPrice !== null ? null : 'not-sold'
}

/** The due date a renewal leads to: a year from the old one, no day lost (D32). */
export function renewedDue(due: CivilDate): CivilDate {
  return addYears(due, 1)
}

/** A unit once its renewal is paid: a year from the old due date, and where it had expired what it was before (D32). */
export function renewedUnit(
  { status, formerStatus, due }: { status: number; formerStatus: number | null; due: CivilDate | null },
  { isDownload }: { isDownload: boolean },
) {
  const { expired, downloadReleased, active } = subscriptionStatus
  const normal = isDownload ? downloadReleased : active
  return {
    status: status === expired ? (formerStatus ?? normal) : status,
    due: due === null ? null : renewedDue(due),
  }
}

type Moved = { before: CivilDate | null; after: CivilDate | null }

/** The due date without a renewal's year: as it was before, or a year less when it has moved on since (D17). */
export function dueWithoutRenewal(due: CivilDate | null, { before, after }: Moved): CivilDate | null {
  if (due === null) return null
  return due === after ? before : addYears(due, -1)
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

/**
 * Which statuses staff may give to what was sold (D28, D35): a download is released, a printed copy waits, and what ends
 * one day may be expired or, printed, in force with nothing pending. A shipment alone makes a copy "sent", as nothing
 * else leads out of that.
 */
export function fittingStatuses(sold: { isDownload: boolean; isSignature: boolean }): SubscriptionStatus[] {
  const { downloadReleased, awaitingDispatch, expired, active } = subscriptionStatus
  const usual: SubscriptionStatus[] = sold.isDownload ? [downloadReleased] : [awaitingDispatch]
  if (!sold.isSignature) return usual
  return sold.isDownload ? [...usual, expired] : [active, ...usual, expired]
}

/** True for a unit whose status staff do not set: shipments drive 2 and 3, and the due date rules over all (D34, D35). */
export function isStatusLocked(unit: { status: number; due: CivilDate | null }, today: CivilDate): boolean {
  const { awaitingDispatch, sent } = subscriptionStatus
  return unit.status === awaitingDispatch || unit.status === sent || isOverdue(unit.due, today)
}
