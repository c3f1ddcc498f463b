import { addDays, type CivilDate, toCivilDate, toInstant } from '#app/domain/platform/calendar.ts'

/** How long work may wait: hours, or days that end at midnight in São Paulo. */
export type Term = { hours: number } | { days: number }

const HOUR_MS = 3_600_000

export function calculateTermEnd(term: Term, since: Date): Date {
  if ('hours' in term) return new Date(since.getTime() + term.hours * HOUR_MS)
  return toInstant(addDays(getLastDay(term, since), 1), '00:00')
}

/** Returns the moment before which work must have begun to wait to be late now. */
export function calculateLateThreshold(term: Term, now: Date): Date {
  if ('hours' in term) return new Date(now.getTime() - term.hours * HOUR_MS)
  return toInstant(addDays(toCivilDate(now), -term.days), '00:00')
}

function getLastDay({ days }: { days: number }, since: Date): CivilDate {
  return addDays(toCivilDate(since), days)
}
