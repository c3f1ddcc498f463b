import { addBusinessDays, addDays, type CivilDate } from '#app/domain/platform/calendar.ts'
import { getMonthPeriod } from '#app/domain/platform/period.ts'

const LAST_DAY = 15 // the last day on which a late worker still sends the closing

/** Returns the month ('2026-10') whose closing is due from the first working day after it; else null. */
export function getDueClosingMonth(today: CivilDate): string | null {
  const { start } = getMonthPeriod(today)
  const firstWorkingDay = addBusinessDays(addDays(start, -1), 1)
  if (today < firstWorkingDay || Number(today.slice(8)) > LAST_DAY) return null
  return addDays(start, -1).slice(0, 7)
}

export function parseMonthPeriod(month: string) {
  return getMonthPeriod(`${month}-01`)
}
