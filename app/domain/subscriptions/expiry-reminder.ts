import { addDays, type CivilDate, daysBetween } from '#app/domain/platform/calendar.ts'

/** Days before the due date on which a customer is reminded; -1 is the day after. */
export const reminderSteps = [30, 15, 7, 1, -1] as const

export type ReminderStep = (typeof reminderSteps)[number]

/** How long after the due date the reminder of the day after still says something new. */
const staleAfterDays = 7

/**
 * The reminder a subscription with this due date is to have had by today: the last step that has been reached. A step
 * that was missed is made up for until the next one, with the true number of days. Null before the first and once
 * the last is stale.
 */
export function reminderStep(due: CivilDate, today: CivilDate): ReminderStep | null {
  const left = daysBetween(today, due)
  if (left < 0) return left >= -staleAfterDays ? -1 : null
  const reached = reminderSteps.filter((step) => step >= 0 && left <= step)
  return reached.at(-1) ?? null
}

/** The same the other way round: which due dates, first to last, are at which step today. */
export function reminderWindows(today: CivilDate): { step: ReminderStep; from: CivilDate; to: CivilDate }[] {
  return reminderSteps.map((step, index) => {
    if (step === -1) return { step, from: addDays(today, -staleAfterDays), to: addDays(today, -1) }
    const next = reminderSteps[index + 1] ?? -1
    return { step, from: addDays(today, next + 1), to: addDays(today, step) }
  })
}
