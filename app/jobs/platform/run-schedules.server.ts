import { performance } from 'node:perf_hooks'
import { getCurrentPeriod, getNextRun, retryDelayMs } from '#app/domain/platform/schedule.ts'
import { env } from '#app/env.server.ts'
import type { Schedule } from '#app/jobs/platform/schedule.ts'
import { schedules } from '#app/jobs/schedules.server.ts'
import { describeError, log } from '#app/log.server.ts'
import {
  claimRun,
  extendRun,
  failRun,
  finishRun,
  type LeasedRun,
  listLastRuns,
  readEarlierClock,
} from '#app/models/platform/schedule-run.server.ts'

/** Runs schedules that are due, were missed or were left by a dead worker. Several workers may call it in parallel. */
export async function runDueSchedules(): Promise<string[]> {
  return runListedSchedules(() => readEarlierClock(), schedules)
}

/** Runs the due schedules of a list. Reads the clock before each schedule because a schedule may take long. */
export async function runListedSchedules(
  readClock: () => Promise<Date>,
  listedSchedules: readonly Schedule[],
): Promise<string[]> {
  const doneNames: string[] = []
  for (const schedule of listedSchedules) {
    const now = await readClock()
    const period = getCurrentPeriod(schedule.time, now)
    const run = await claimRun({ name: schedule.name, period }, now, env.LEASE_MS)
    if (run && (await runAndRecord(schedule, run, now))) doneNames.push(schedule.name)
  }
  return doneNames
}

/** Runs one schedule now, outside its periods. Returns undefined for an unknown name. */
export async function runSchedule(name: string, now: Date): Promise<boolean | undefined> {
  const schedule = schedules.find((candidate) => candidate.name === name)
  if (!schedule) return undefined
  const run = await claimRun({ name, period: `by hand ${now.toISOString()}` }, now, env.LEASE_MS)
  return run ? runAndRecord(schedule, run, now) : false
}

export async function listScheduleRuns(now: Date) {
  const lastRuns = await listLastRuns(schedules.map(({ name }) => name))
  return schedules.map(({ name, time }) => ({ name, last: lastRuns.get(name), next: getNextRun(time, now) }))
}

/** Runs a schedule and records its result. Returns false if it failed or another worker took the lease. */
async function runAndRecord(schedule: Schedule, run: LeasedRun, now: Date): Promise<boolean> {
  const { name, period } = run
  const startedAt = performance.now()
  const getClock = (plusMs = 0) => new Date(now.getTime() + performance.now() - startedAt + plusMs)
  const renewal = setInterval(async () => {
    const wasExtended = await extendRun(run, getClock(env.LEASE_MS)).catch(() => undefined)
    if (wasExtended === false) clearInterval(renewal)
  }, env.LEASE_MS / 3)
  try {
    const result = await schedule.run(now)
    const wasRecorded = await finishRun(run, result, getClock())
    if (wasRecorded) log.info({ schedule: name, period, ...result }, 'schedule done')
    else log.warn({ schedule: name, period }, 'schedule done, but another worker had taken it over')
    return wasRecorded
  } catch (error) {
    log.error({ err: error, schedule: name, period }, 'alert: schedule failed, will be tried again')
    await failRun(run, String(describeError(error).message), getClock(retryDelayMs(run.attempts)))
    return false
  } finally {
    clearInterval(renewal)
  }
}
