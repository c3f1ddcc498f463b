import { addYears, type CivilDate, countDaysBetween } from '#app/domain/platform/calendar.ts'

export const subscriptionStatus = {
  downloadReleased: 1,
  awaitingDispatch: 2,
  sent: 3,
  expired: 4,
  active: 5,
} as const

export type SubscriptionStatus = (typeof subscriptionStatus)[keyof typeof subscriptionStatus]

export const renewalWindowDays = 30

type SoldCopy = { isDownload: boolean; isSignature: boolean; isSentImmediately: boolean }

type FirstStatus = (typeof subscriptionStatus)['downloadReleased' | 'awaitingDispatch' | 'active']

export function getFirstStatus(soldCopy: SoldCopy): FirstStatus {
  if (soldCopy.isDownload) return subscriptionStatus.downloadReleased
  return isSentWithPurchase(soldCopy) ? subscriptionStatus.awaitingDispatch : subscriptionStatus.active
}

export function isSentWithPurchase({ isDownload, isSignature, isSentImmediately }: SoldCopy): boolean {
  return !isDownload && (!isSignature || isSentImmediately)
}

/** Former statuses of expired units that still wait for a copy. Imported expired units wait for none. */
export const waitingBeforeExpiry = [subscriptionStatus.awaitingDispatch, subscriptionStatus.sent] as const

type Unit = { status: number; sentOn: CivilDate | null }

/** Returns true while the copy waits, even if the unit expired before dispatch. */
export function canAwaitDispatch(soldCopy: SoldCopy, unit: Unit): boolean {
  if (soldCopy.isDownload) return false
  if (unit.status === subscriptionStatus.awaitingDispatch) return true
  return unit.status === subscriptionStatus.expired && unit.sentOn === null && isSentWithPurchase(soldCopy)
}

/** Returns a unit's status after an event of the shipment that contains its copy. */
export function getStatusAfterShipment(event: 'sent' | 'delivered' | 'returned', unit: UnitSold): number {
  if (unit.status === subscriptionStatus.expired) return unit.status
  if (event === 'sent') return subscriptionStatus.sent
  if (unit.status !== subscriptionStatus.sent) return unit.status
  if (event === 'returned') return subscriptionStatus.awaitingDispatch
  return unit.isSignature ? subscriptionStatus.active : unit.status
}

type UnitSold = { status: number; isSignature: boolean }

/** Returns the unit after a shipment's event, including the status to which a renewal restores it. */
export function getUnitAfterShipment(
  event: 'sent' | 'delivered' | 'returned',
  { status: statusBefore, formerStatus, isSignature }: UnitSold & { formerStatus: number | null },
) {
  const status = getStatusAfterShipment(event, { status: statusBefore, isSignature })
  const hasFormerStatus = formerStatus !== null && statusBefore === subscriptionStatus.expired
  return {
    status,
    formerStatus: hasFormerStatus
      ? getStatusAfterShipment(event, { status: formerStatus, isSignature })
      : formerStatus,
  }
}

/** Returns true until the unit waits for its next copy. */
export function isUnchangedSinceDispatch(
  { status, formerStatus }: { status: number; formerStatus: number | null },
  { isDelivered }: { isDelivered: boolean },
): boolean {
  const { sent, expired, active } = subscriptionStatus
  const statusBeforeExpiry = status === expired ? (formerStatus ?? sent) : status
  return statusBeforeExpiry === sent || (isDelivered && statusBeforeExpiry === active)
}

/** Returns the last valid day, until 23:59; null for a one-off purchase. */
export function calculateDueDate(
  start: CivilDate,
  { isSignature }: { isSignature: boolean },
): CivilDate | null {
  return isSignature ? addYears(start, 1) : null
}

export function isOverdue(due: CivilDate | null, today: CivilDate): boolean {
  return due !== null && today > due
}

export function isInRenewalWindow(due: CivilDate | null, today: CivilDate): boolean {
  if (due === null || isOverdue(due, today)) return false
  return countDaysBetween(today, due) <= renewalWindowDays
}

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
  isWithdrawn: boolean // true if a withdrawal was requested and not answered
  openOrderId: number | null // id of a renewal's order that is not paid yet
  active: boolean
  renewalPrice: number | null // in centavos; null if not renewable
}

export function findRenewalBlocker(unit: Renewable, today: CivilDate): RenewalBlocker | null {
  if (unit.due === null) return 'one-off'
  if (unit.openOrderId !== null) return 'ordered'
  if (unit.isSuspended) return 'suspended'
  if (unit.isWithdrawn) return 'withdrawn'
  if (isOverdue(unit.due, today)) return 'overdue'
  if (!isInRenewalWindow(unit.due, today)) return 'too-early'
  return unit.active && unit.renewalPrice !== null ? null : 'not-sold'
}

/** Returns the previous due date plus a year, so that no day is lost. */
export function calculateRenewedDue(due: CivilDate): CivilDate {
  return addYears(due, 1)
}

/**
 * Returns status and due date after a renewal. An expired unit gets back its status from before the expiry.
 */
export function renewUnit(
  { status, formerStatus, due }: { status: number; formerStatus: number | null; due: CivilDate | null },
  { isDownload }: { isDownload: boolean },
) {
  const { expired, downloadReleased, active } = subscriptionStatus
  const defaultStatus = isDownload ? downloadReleased : active
  return {
    status: status === expired ? (formerStatus ?? defaultStatus) : status,
    due: due === null ? null : calculateRenewedDue(due),
  }
}

type DueChange = { before: CivilDate | null; after: CivilDate | null }

/** Returns the due date before a renewal, or a year less if staff changed the date after the renewal. */
export function calculateDueWithoutRenewal(
  due: CivilDate | null,
  { before, after }: DueChange,
): CivilDate | null {
  if (due === null) return null
  return due === after ? before : addYears(due, -1)
}

/** Returns the status as of today, which the nightly job may not have stored yet. */
export function getCurrentStatus(
  { status, due }: { status: number; due: CivilDate | null },
  today: CivilDate,
): number {
  return isOverdue(due, today) ? subscriptionStatus.expired : status
}

type ActiveSubscription = { publicationId: number; registration: string | null }

/** Returns active subscriptions to the publication, only for these aircraft if the publication requires one. */
export function findOwnedSubscriptions<Subscription extends ActiveSubscription>(
  item: { publicationId: number; hasAirplaneInfo: boolean },
  registrations: readonly (string | null)[],
  activeSubscriptions: readonly Subscription[],
): Subscription[] {
  const publicationSubscriptions = activeSubscriptions.filter(
    ({ publicationId }) => publicationId === item.publicationId,
  )
  return item.hasAirplaneInfo
    ? publicationSubscriptions.filter(
        ({ registration }) => registration !== null && registrations.includes(registration),
      )
    : publicationSubscriptions
}

/** Returns the statuses that staff may set. Only shipments set "sent". */
export function listAllowedStatuses(soldCopy: {
  isDownload: boolean
  isSignature: boolean
}): SubscriptionStatus[] {
  const { downloadReleased, awaitingDispatch, expired, active } = subscriptionStatus
  const usualStatuses: SubscriptionStatus[] = soldCopy.isDownload ? [downloadReleased] : [awaitingDispatch]
  if (!soldCopy.isSignature) return usualStatuses
  return soldCopy.isDownload ? [...usualStatuses, expired] : [active, ...usualStatuses, expired]
}

/** Returns whether staff cannot set the status: shipments and the due date determine it. */
export function isStatusLocked(unit: { status: number; due: CivilDate | null }, today: CivilDate): boolean {
  const { awaitingDispatch, sent } = subscriptionStatus
  return unit.status === awaitingDispatch || unit.status === sent || isOverdue(unit.due, today)
}
