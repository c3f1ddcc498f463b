import { type CivilDate, parseCivilDate } from '#app/domain/platform/calendar.ts'
import type { Period } from '#app/domain/platform/period.ts'

const earliestDay = '1900-01-01'
const latestDay = '9999-12-31'

/** Parses the days 'start' and 'end'. A missing or invalid day is ignored. */
export function parsePeriodParams(request: Request): { period: Period | undefined; dates: PeriodDates } {
  const { searchParams } = new URL(request.url)
  const start = parseDay(searchParams, 'start')
  const end = parseDay(searchParams, 'end')
  const dates = { ...(start ? { start } : {}), ...(end ? { end } : {}) }
  const period = start || end ? { start: start ?? earliestDay, end: end ?? latestDay } : undefined
  return { period, dates }
}

export type PeriodDates = { start?: CivilDate; end?: CivilDate }

function parseDay(params: URLSearchParams, name: string): CivilDate | undefined {
  return parseCivilDate(params.get(name) ?? '') ?? undefined
}
