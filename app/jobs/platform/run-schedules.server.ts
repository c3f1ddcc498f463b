import { performance } from 'node:perf_hooks'
import { currentPeriod, nextRun, retryDelayMs } from '#app/domain/platform/schedule.ts'
import { env } from '#app/env.server.ts'
import type { Schedule } from '#app/jobs/platform/schedule.ts'
import { schedules } from '#app/jobs/schedules.server.ts'
import { describeError, log } from '#app/log.server.ts'
import {
  claimRun,
  earlierClock,
  failRun,
  finishRun,
  type LeasedRun,
  lastRuns,
  leaseRun,
} from '#app/models/platform/schedule-run.server.ts'

/**
 * Does what is due and nobody does: the newest period of each schedule, whether it has just begun, was missed, or was
 * begun by a worker that died. Returns the names of what it did. Any number of workers may ask at any time.
 */
export async function runDueSchedules(): Promise<string[]> {
  return runDue(() => earlierClock(), schedules)
}

/** The same by a given clock and for given schedules. One may work for long, so each is asked for at its own time. */
export async function runDue(clock: () => Promise<Date>, list: readonly Schedule[]): Promise<string[]> {
  const done: string[] = []
  for (const schedule of list) {
    const now = await clock()
    const period = currentPeriod(schedule.when, now)
    const run = await claimRun({ name: schedule.name, period }, now, env.LEASE_MS)
    if (run && (await carryOut(schedule, run, now))) done.push(schedule.name)
  }
  return done
}

/** Runs one schedule at once, by hand, beside its periods; undefined when there is none of that name. */
export async function runNow(name: string, now: Date): Promise<boolean | undefined> {
  const schedule = schedules.find((each) => each.name === name)
  if (!schedule) return undefined
  const run = await claimRun({ name, period: `by hand ${now.toISOString()}` }, now, env.LEASE_MS)
  return run ? carryOut(schedule, run, now) : false
}

/** Every schedule with its last run and the beginning of its next period. */
export async function scheduleReport(now: Date) {
  const last = await lastRuns(schedules.map(({ name }) => name))
  return schedules.map(({ name, when }) => ({ name, last: last.get(name), next: nextRun(when, now) }))
}

/**
 * True when the work was done and this worker still held the run; a failure is noted, tried again later, and stops
 * nothing else. The lease is renewed while the work goes on; who has lost it renews it no more.
 */
async function carryOut(schedule: Schedule, run: LeasedRun, now: Date): Promise<boolean> {
  const { name, period } = run
  const began = performance.now()
  const clock = (plusMs = 0) => new Date(now.getTime() + performance.now() - began + plusMs)
  const renewal = setInterval(async () => {
    const isHeld = await leaseRun(run, clock(env.LEASE_MS)).catch(() => undefined)
    if (isHeld === false) clearInterval(renewal)
  }, env.LEASE_MS / 3)
  try {
    const result = await schedule.run(now)
    const isOurs = await finishRun(run, result, clock())
    if (isOurs) log.info({ schedule: name, period, ...result }, 'schedule done')
    else log.warn({ schedule: name, period }, 'schedule done, but another worker had taken it over')
    return isOurs
  } catch (error) {
    log.error({ err: error, schedule: name, period }, 'alert: schedule failed, will be tried again')
    await failRun(run, String(describeError(error).message), clock(retryDelayMs(run.attempts)))
    return false
  } finally {
    clearInterval(renewal)
  }
}
