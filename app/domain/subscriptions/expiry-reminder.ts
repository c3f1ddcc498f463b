import { addDays, type CivilDate, daysBetween } from '#app/domain/platform/calendar.ts'

/** Days before the due date; -1 is the day after. */
export const reminderSteps = [30, 15, 7, 1, -1] as const

export type ReminderStep = (typeof reminderSteps)[number]

/** Days after which the last reminder is pointless. */
const staleAfterDays = 7

/** The last step reached; a missed one is made up for until the next. Null before the first and once stale. */
export function reminderStep(due: CivilDate, today: CivilDate): ReminderStep | null {
  const left = daysBetween(today, due)
  if (left < 0) return left >= -staleAfterDays ? -1 : null
  const reached = reminderSteps.filter((step) => step >= 0 && left <= step)
  return reached.at(-1) ?? null
}

/** Inverse of reminderStep, for a query by due date. */
export function reminderWindows(today: CivilDate): { step: ReminderStep; from: CivilDate; to: CivilDate }[] {
  return reminderSteps.map((step, index) => {
    if (step === -1) return { step, from: addDays(today, -staleAfterDays), to: addDays(today, -1) }
    const next = reminderSteps[index + 1] ?? -1
    return { step, from: addDays(today, next + 1), to: addDays(today, step) }
  })
}
