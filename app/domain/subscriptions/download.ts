import type { CivilDate } from '#app/domain/platform/calendar.ts'
import { statusToday, subscriptionStatus } from '#app/domain/subscriptions/subscription.ts'

type Unit = {
  isDownload: boolean
  isSuspended: boolean
  /** its buyer gives it back, and nobody has answered yet */
  isWithdrawn: boolean
  status: number
  due: CivilDate | null
}

/** True while a unit opens its file: a download whose order is paid, not given back or past its due date (D17, D34, D65). */
export function mayDownload(unit: Unit, today: CivilDate): boolean {
  if (!unit.isDownload || unit.isSuspended || unit.isWithdrawn) return false
  return statusToday(unit, today) !== subscriptionStatus.expired
}

type Revision = { version: string; hasFile: boolean }

/**
 * The revision a unit opens, of those of its publication, newest first: a subscription in force the newest that has a
 * file, a one-off purchase the one that was bought and no other (D36). Undefined while there is no file.
 */
export function revisionToOpen<Any extends Revision>(
  { isSignature, versionSold }: { isSignature: boolean; versionSold: string },
  revisions: readonly Any[],
): Any | undefined {
  return revisions.find(({ version, hasFile }) => hasFile && (isSignature || version === versionSold))
}

/** Types whose pages can carry the owner's name; others pass as they are. */
export function isStampable(type: string): boolean {
  return type === 'application/pdf'
}
