import type { CivilDate } from '#app/domain/platform/calendar.ts'

export const undoDays = 7 // days until a requested deletion of an account is final

export const mailLogDays = 180

export const unusedPhotoDays = 7

export const orderRetentionYears = 5 // CTN, art. 173 and 174

export const contactRetentionDays = 5 * 366 // customers' claims end after five years (CDC, art. 27)

/** Returns the first day whose orders must be kept: five years from the next 1 January (CTN, art. 173, I). */
export function getOrderRetentionStart(today: CivilDate): CivilDate {
  return `${Number(today.slice(0, 4)) - orderRetentionYears}-01-01`
}

export const removedEmailEnd = '@invalid'

export function makeRemovedEmail(userId: number): string {
  return `removido-${userId}${removedEmailEnd}`
}

export function isRemovedEmail(email: string): boolean {
  return email.endsWith(removedEmailEnd)
}
