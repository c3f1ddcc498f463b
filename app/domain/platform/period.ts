import { addDays, type CivilDate } from '#app/domain/platform/calendar.ts'

/** A period of civil dates of São Paulo, both inclusive. */
export type Period = { start: CivilDate; end: CivilDate }

export const defaultPeriodDays = 30

export function getLastThirtyDays(today: CivilDate): Period {
  return { start: addDays(today, -defaultPeriodDays), end: today }
}

export function getMonthPeriod(day: CivilDate): Period {
  const start = `${day.slice(0, 7)}-01`
  const next = addDays(start, 31)
  return { start, end: addDays(`${next.slice(0, 7)}-01`, -1) }
}

export function listMonthsUpTo(day: CivilDate, count: number): Period[] {
  const months = [getMonthPeriod(day)]
  while (months.length < count) months.unshift(getMonthPeriod(addDays(months[0]?.start ?? day, -1)))
  return months
}

export function getWeekFrom(day: CivilDate): Period {
  return { start: day, end: addDays(day, 6) }
}

export function listWeeksFrom(day: CivilDate, count: number): Period[] {
  return Array.from({ length: count }, (_, week) => {
    const start = addDays(day, 7 * week)
    return { start, end: addDays(start, 6) }
  })
}
