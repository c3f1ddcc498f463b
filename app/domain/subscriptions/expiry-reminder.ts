import { addDays, type CivilDate, countDaysBetween } from '#app/domain/platform/calendar.ts'

export const reminderSteps = [30, 15, 7, 1, -1] as const // days before the due date; -1 is one day after it

export type ReminderStep = (typeof reminderSteps)[number]

const staleAfterDays = 7

/** Returns the last step reached; null before the first step and more than a week after the due date. */
export function findReminderStep(due: CivilDate, today: CivilDate): ReminderStep | null {
  const daysLeft = countDaysBetween(today, due)
  if (daysLeft < 0) return daysLeft >= -staleAfterDays ? -1 : null
  const reachedSteps = reminderSteps.filter((step) => step >= 0 && daysLeft <= step)
  return reachedSteps.at(-1) ?? null
}

/** Returns the due dates of each step for a query; the inverse of findReminderStep. */
export function listReminderWindows(
  today: CivilDate,
): { step: ReminderStep; from: CivilDate; to: CivilDate }[] {
  return reminderSteps.map((step, index) => {
    if (step === -1) return { step, from: addDays(today, -staleAfterDays), to: addDays(today, -1) }
    const nextStep = reminderSteps[index + 1] ?? -1
    return { step, from: addDays(today, nextStep + 1), to: addDays(today, step) }
  })
}
