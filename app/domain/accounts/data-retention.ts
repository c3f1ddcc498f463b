import type { CivilDate } from '#app/domain/platform/calendar.ts'

/** Days in which a requested account deletion can be undone. */
export const undoDays = 7

export const mailLogDays = 180

export const unusedPhotoDays = 7

/** Tax law requires orders for these years (CTN, art. 173 and 174). */
export const yearsOrdersAreKept = 5

/** Customers' claims end after five years (CDC, art. 27). */
export const daysContactIsKept = 5 * 366

/** Orders from this day on must be kept: five years count from 1 January after the order (CTN, art. 173, I). */
export function ordersKeptFrom(today: CivilDate): CivilDate {
  return `${Number(today.slice(0, 4)) - yearsOrdersAreKept}-01-01`
}

export const removedEmailEnd = '@invalid'

/** Returns an e-mail that is unique and undeliverable. */
export function removedEmail(userId: number): string {
  return `removido-${userId}${removedEmailEnd}`
}

export function isRemovedEmail(email: string): boolean {
  return email.endsWith(removedEmailEnd)
}
