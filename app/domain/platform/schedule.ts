import { addDays, civilDateIn, civilTimeIn, instantIn } from '#app/domain/platform/calendar.ts'

/** Every full hour, or daily at 'HH:MM' São Paulo time (D59). */
export type When = { every: 'hour' } | { every: 'day'; at: string }

/**
 /**
  * '2026-11-21' (São Paulo) or '2026-11-21T13Z': UTC, since a civil hour can occur twice. Before its time, the previous
  * day applies.
  */
export function currentPeriod(when: When, now: Date): string {
  if (when.every === 'hour') return `${now.toISOString().slice(0, 13)}Z`
  const today = civilDateIn(now)
  return civilTimeIn(now) >= when.at ? today : addDays(today, -1)
}

export function nextRun(when: When, now: Date): Date {
  if (when.every === 'day') return instantIn(addDays(currentPeriod(when, now), 1), when.at)
  return new Date((Math.floor(now.getTime() / hourMs) + 1) * hourMs)
}

const hourMs = 3_600_000
const firstRetryMs = 5 * 60_000

/** Five minutes, doubling, at most an hour. */
export function retryDelayMs(attempts: number): number {
  return Math.min(firstRetryMs * 2 ** (attempts - 1), hourMs)
}
