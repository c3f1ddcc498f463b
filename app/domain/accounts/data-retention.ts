import type { CivilDate } from '#app/domain/platform/calendar.ts'

export const undoDays = 7 // days until a requested deletion of an account is final

export const mailLogDays = 180

export const unusedPhotoDays = 7

export const yearsOrdersAreKept = 5 // CTN, art. 173 and 174

export const daysContactIsKept = 5 * 366 // customers' claims end after five years (CDC, art. 27)

/** Returns the first day whose orders must be kept: five years from the next 1 January (CTN, art. 173, I). */
export function ordersKeptFrom(today: CivilDate): CivilDate {
  return `${Number(today.slice(0, 4)) - yearsOrdersAreKept}-01-01`
}

export const removedEmailEnd = '@invalid'

export function removedEmail(userId: number): string {
  return `removido-${userId}${removedEmailEnd}`
}

export function isRemovedEmail(email: string): boolean {
  return email.endsWith(removedEmailEnd)
}
