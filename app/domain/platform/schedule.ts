import { addDays, civilDateIn, civilTimeIn, instantIn } from '#app/domain/platform/calendar.ts'

/** When something is done again and again: every full hour, or every day at a time ('HH:MM') of São Paulo (D59). */
export type When = { every: 'hour' } | { every: 'day'; at: string }

/**
 * The period whose time came last, as a key: a day of São Paulo '2026-11-21', or an hour of UTC '2026-11-21T13Z',
 * since an hour of a civil clock can come twice. A day belongs to the one before until its time has come.
 */
export function currentPeriod(when: When, now: Date): string {
  if (when.every === 'hour') return `${now.toISOString().slice(0, 13)}Z`
  const today = civilDateIn(now)
  return civilTimeIn(now) >= when.at ? today : addDays(today, -1)
}

/** When the next period begins. */
export function nextRun(when: When, now: Date): Date {
  if (when.every === 'day') return instantIn(addDays(currentPeriod(when, now), 1), when.at)
  return new Date((Math.floor(now.getTime() / hourMs) + 1) * hourMs)
}

const hourMs = 3_600_000
const firstRetryMs = 5 * 60_000

/** How long a run waits after its `attempts`-th failure: five minutes, twice as long each time, an hour at most. */
export function retryDelayMs(attempts: number): number {
  return Math.min(firstRetryMs * 2 ** (attempts - 1), hourMs)
}
