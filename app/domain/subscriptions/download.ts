import type { CivilDate } from '#app/domain/platform/calendar.ts'
import { getCurrentStatus, subscriptionStatus } from '#app/domain/subscriptions/subscription.ts'

type Unit = {
  isDownload: boolean
  isSuspended: boolean
  isWithdrawn: boolean // true if a withdrawal was requested and not answered
  status: number
  due: CivilDate | null
}

export function canDownload(unit: Unit, today: CivilDate): boolean {
  if (!unit.isDownload || unit.isSuspended || unit.isWithdrawn) return false
  return getCurrentStatus(unit, today) !== subscriptionStatus.expired
}

type Revision = { version: string; hasFile: boolean }

/** Returns the newest revision with a file; for one-off purchases, the bought revision. Expects newest first. */
export function findRevisionToOpen<AnyRevision extends Revision>(
  { isSignature, versionSold }: { isSignature: boolean; versionSold: string },
  revisions: readonly AnyRevision[],
): AnyRevision | undefined {
  return revisions.find(({ version, hasFile }) => hasFile && (isSignature || version === versionSold))
}

export function isStampable(type: string): boolean {
  return type === 'application/pdf'
}
