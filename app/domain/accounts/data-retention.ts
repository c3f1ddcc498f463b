import type { CivilDate } from '#app/domain/platform/calendar.ts'

/** Days in which a requested deletion of an account can be undone. */
export const undoDays = 7

/** Days a mail stays in the log. */
export const mailLogDays = 180

/** Days an uploaded photo waits for its order. */
export const unusedPhotoDays = 7

/** Years for which tax law wants orders kept (CTN, art. 173 and 174). */
export const yearsOrdersAreKept = 5

/** Days a message of the contact form is kept: what a customer may claim is over after five years (CDC, art. 27). */
export const daysContactIsKept = 5 * 366

/**
 * Orders from this day on have to be kept as they are. The five years count from the first of January after the order
 * (CTN, art. 173, I), so the day moves once a year: in 2032 it is 2027-01-01, and the orders of 2026 may be anonymised.
 */
export function ordersKeptFrom(today: CivilDate): CivilDate {
  return `${Number(today.slice(0, 4)) - yearsOrdersAreKept}-01-01`
}

/** The end of every e-mail of a removed account. */
export const removedEmailEnd = '@invalid'

/** The e-mail of an account that was removed: unique, and none that mail could ever be sent to. */
export function removedEmail(userId: number): string {
  return `removido-${userId}${removedEmailEnd}`
}

/** True for the e-mail of an account that was removed. */
export function isRemovedEmail(email: string): boolean {
  return email.endsWith(removedEmailEnd)
}
