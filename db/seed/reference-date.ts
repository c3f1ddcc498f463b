import type { CivilDate } from '#app/domain/platform/calendar.ts'

/** The day on which the demonstration stands still; every other date lies before it. */
export const referenceDate: CivilDate = '2026-11-21'

/** The instant of a clock time in São Paulo, '09:30', on a day (UTC−3 all year since 2019). */
export function instantAt(date: CivilDate, time: string): Date {
  return new Date(`${date}T${time}:00.000-03:00`)
}
