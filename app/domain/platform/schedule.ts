import { addDays, toCivilDate, toCivilTime, toInstant } from '#app/domain/platform/calendar.ts'

export type ScheduleTime = { every: 'hour' } | { every: 'day'; at: string } // the time is São Paulo's

/**
 * Returns the period that began at the schedule's last time: the São Paulo day ('2026-11-21'), or the UTC
 * hour ('2026-11-21T13Z') because an hour in São Paulo can occur twice.
 */
export function getCurrentPeriod(scheduleTime: ScheduleTime, now: Date): string {
  if (scheduleTime.every === 'hour') return `${now.toISOString().slice(0, 13)}Z`
  const today = toCivilDate(now)
  return toCivilTime(now) >= scheduleTime.at ? today : addDays(today, -1)
}

export function getNextRun(scheduleTime: ScheduleTime, now: Date): Date {
  if (scheduleTime.every === 'day')
    return toInstant(addDays(getCurrentPeriod(scheduleTime, now), 1), scheduleTime.at)
  return new Date((Math.floor(now.getTime() / hourMs) + 1) * hourMs)
}

const hourMs = 3_600_000
const firstRetryMs = 5 * 60_000

export function retryDelayMs(attempts: number): number {
  return Math.min(firstRetryMs * 2 ** (attempts - 1), hourMs)
}
