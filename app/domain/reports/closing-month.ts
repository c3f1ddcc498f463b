import { addBusinessDays, addDays, type CivilDate } from '#app/domain/platform/calendar.ts'
import { getMonthPeriod } from '#app/domain/platform/period.ts'

/** A shop whose worker was away sends the books of a month until this day of the next one. */
const LAST_DAY = 15

/** The month, '2026-10', whose books are due by this day: from the first working day after it on; null where none is. */
export function dueClosingMonth(today: CivilDate): string | null {
  const { start } = getMonthPeriod(today)
  const first = addBusinessDays(addDays(start, -1), 1)
  if (today < first || Number(today.slice(8)) > LAST_DAY) return null
  return addDays(start, -1).slice(0, 7)
}

export function daysOfMonth(month: string) {
  return getMonthPeriod(`${month}-01`)
}
