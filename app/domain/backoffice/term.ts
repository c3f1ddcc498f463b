import { addDays, type CivilDate, civilDateIn, instantIn } from '#app/domain/platform/calendar.ts'

/** How long work may wait: hours, or days that end at midnight in São Paulo. */
export type Term = { hours: number } | { days: number }

const HOUR_MS = 3_600_000

export function endOfTerm(term: Term, since: Date): Date {
  if ('hours' in term) return new Date(since.getTime() + term.hours * HOUR_MS)
  return instantIn(addDays(getLastDay(term, since), 1), '00:00')
}

export function lateBefore(term: Term, now: Date): Date {
  if ('hours' in term) return new Date(now.getTime() - term.hours * HOUR_MS)
  return instantIn(addDays(civilDateIn(now), -term.days), '00:00')
}

function getLastDay({ days }: { days: number }, since: Date): CivilDate {
  return addDays(civilDateIn(since), days)
}
