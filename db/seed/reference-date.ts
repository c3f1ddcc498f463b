import type { CivilDate } from '#app/domain/platform/calendar.ts'

/** The present day of the demonstration. All its dates are earlier. */
export const referenceDate: CivilDate = '2026-11-21'

/** Returns the instant of a São Paulo time, which has been UTC−3 all year since 2019. */
export function makeInstant(date: CivilDate, time: string): Date {
  return new Date(`${date}T${time}:00.000-03:00`)
}
