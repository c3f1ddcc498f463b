import { addDays, type CivilDate, daysBetween } from '#app/domain/platform/calendar.ts'

export const reminderSteps = [30, 15, 7, 1, -1] as const // days before the due date; -1 is the day after

export type ReminderStep = (typeof reminderSteps)[number]

const staleAfterDays = 7

/** Returns the last step reached; a missed one counts until the next. Null before the first and once stale. */
export function reminderStep(due: CivilDate, today: CivilDate): ReminderStep | null {
  const left = daysBetween(today, due)
  if (left < 0) return left >= -staleAfterDays ? -1 : null
  const reached = reminderSteps.filter((step) => step >= 0 && left <= step)
  return reached.at(-1) ?? null
}

/** Inverts reminderStep for a query by due date. */
export function reminderWindows(today: CivilDate): { step: ReminderStep; from: CivilDate; to: CivilDate }[] {
  return reminderSteps.map((step, index) => {
    if (step === -1) return { step, from: addDays(today, -staleAfterDays), to: addDays(today, -1) }
    const next = reminderSteps[index + 1] ?? -1
    return { step, from: addDays(today, next + 1), to: addDays(today, step) }
  })
}
