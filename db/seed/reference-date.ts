import type { CivilDate } from '#app/domain/platform/calendar.ts'

/** The demonstration's present day; all other dates are earlier. */
export const referenceDate: CivilDate = '2026-11-21'

/** São Paulo has had UTC−3 all year since 2019. */
export function instantAt(date: CivilDate, time: string): Date {
  return new Date(`${date}T${time}:00.000-03:00`)
}
