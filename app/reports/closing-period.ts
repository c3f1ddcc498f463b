import { addDays, type CivilDate, parseCivilDate } from '#app/domain/platform/calendar.ts'
import { getMonthPeriod, type Period } from '#app/domain/platform/period.ts'
import { closingLabels } from '#app/text/reports/day-closing-labels.ts'
import { parsePeriodFilter } from './period-filter.ts'
import type { FilterField } from './sheet.server.ts'

/** 'own' is any period other than a day or a month. */
export type ClosingUnit = 'day' | 'month' | 'own'

const MAX_DAYS = 366

/** Parses 'start' and 'end', or the 'day' or 'month' ('2026-11') of a link. The default is today. */
export function parseClosing(params: URLSearchParams, today: CivilDate) {
  const { fields, period } = parsePeriodFilter(toPeriodParams(params, today), { start: today, end: today })
  if (!period) return { fields, period }
  const fault = findPeriodFault(period, today)
  if (fault === undefined) return { fields, period }
  const fieldsWithError = fields.map(
    (field): FilterField => (field.name === fault.field ? { ...field, errors: [fault.words] } : field),
  )
  return { fields: fieldsWithError, period: undefined }
}

/** Returns the unit that a period covers. The current month ends today. */
export function getClosingUnit({ start, end }: Period, today: CivilDate): ClosingUnit {
  if (start === end) return 'day'
  return isSamePeriod({ start, end }, getMonthUpTo(start, today)) ? 'month' : 'own'
}

/** Returns the month of this day. The current month ends today. */
export function getMonthUpTo(day: CivilDate, today: CivilDate): Period {
  const { start, end } = getMonthPeriod(day)
  return { start, end: end < today ? end : today }
}

function toPeriodParams(params: URLSearchParams, today: CivilDate): URLSearchParams {
  const day = params.get('day')?.trim()
  if (day) return new URLSearchParams({ start: day, end: day })
  const month = params.get('month')?.trim()
  if (!month) return params
  const firstDay = parseCivilDate(`${month}-01`)
  // A month is no valid day, so `parsePeriodFilter` reports the error.
  if (firstDay === null || firstDay > today) return new URLSearchParams({ start: month, end: month })
  return new URLSearchParams(getMonthUpTo(firstDay, today))
}

function findPeriodFault({ start, end }: Period, today: CivilDate) {
  if (start > today) return { field: 'start', words: closingLabels.future }
  if (end > today) return { field: 'end', words: closingLabels.future }
  if (addDays(start, MAX_DAYS - 1) < end) return { field: 'end', words: closingLabels.tooLong }
  return undefined
}

function isSamePeriod(period: Period, otherPeriod: Period): boolean {
  return period.start === otherPeriod.start && period.end === otherPeriod.end
}
