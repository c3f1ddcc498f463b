import { addDays, type CivilDate } from '#app/domain/platform/calendar.ts'

/** Civil days of São Paulo from `start` to `end`, both included (D41). */
export type Period = { start: CivilDate; end: CivilDate }

/** The last 30 days up to today (back-office §9). */
export function lastThirtyDays(today: CivilDate): Period {
  return { start: addDays(today, -30), end: today }
}

/** The calendar month a day lies in (back-office §9). */
export function monthOf(day: CivilDate): Period {
  const start = `${day.slice(0, 7)}-01`
  const next = addDays(start, 31)
  return { start, end: addDays(`${next.slice(0, 7)}-01`, -1) }
}

/** The calendar months up to that of a day, the oldest first. */
export function monthsUpTo(day: CivilDate, count: number): Period[] {
  const months = [monthOf(day)]
  while (months.length < count) months.unshift(monthOf(addDays(months[0]?.start ?? day, -1)))
  return months
}

/** Weeks of seven days from a day on. */
export function weeksFrom(day: CivilDate, count: number): Period[] {
  return Array.from({ length: count }, (_, week) => {
    const start = addDays(day, 7 * week)
    return { start, end: addDays(start, 6) }
  })
}
