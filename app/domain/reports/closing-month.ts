import { addBusinessDays, addDays, type CivilDate } from '#app/domain/platform/calendar.ts'
import { getMonthPeriod } from '#app/domain/platform/period.ts'

const LAST_DAY = 15 // a late worker sends the books at most until this day

/** Returns the month ('2026-10') whose books are due from the first working day after it, or null. */
export function dueClosingMonth(today: CivilDate): string | null {
  const { start } = getMonthPeriod(today)
  const first = addBusinessDays(addDays(start, -1), 1)
  if (today < first || Number(today.slice(8)) > LAST_DAY) return null
  return addDays(start, -1).slice(0, 7)
}

export function daysOfMonth(month: string) {
  return getMonthPeriod(`${month}-01`)
}
