import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { env } from '#app/env.server.ts'
import {
  listScheduleRuns,
  runDueSchedules,
  runListedSchedules,
  runSchedule,
} from '#app/jobs/platform/run-schedules.server.ts'
import type { Schedule } from '#app/jobs/platform/schedule.ts'
import { schedules } from '#app/jobs/schedules.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { claimRun, listRuns } from '#app/models/platform/schedule-run.server.ts'

const toSaoPauloTime = (text: string) => new Date(`${text}-03:00`)
/** The runs of the test's schedules, as 'name time'. */
let runs: string[] = []

function clearRuns() {
  runs = []
}

function listRunMinutes(name: string) {
  const ownRuns = runs.filter((run) => run.startsWith(name))
  return ownRuns.map((run) => run.slice(`${name} `.length, -':00.000Z'.length))
}

beforeEach(clearRuns)
afterEach(() => vi.restoreAllMocks())

/** Runs those of the schedules that are due at a time. */
function runDue(now: Date, candidates: Schedule[]) {
  return runListedSchedules(async () => now, candidates)
}

/** Returns a schedule that records its runs. */
function makeRecordedSchedule(name: string, time: Schedule['time'], { fails = false } = {}): Schedule {
  return {
    name,
    time,
    async run(now) {
      runs.push(`${name} ${now.toISOString()}`)
      if (fails) throw new Error('not today')
      return { done: 1 }
    },
  }
}

const nightly = makeRecordedSchedule('nightly', { every: 'day', at: '00:05' })
const hourly = makeRecordedSchedule('hourly', { every: 'hour' })

/** Runs due schedules every minute between two times, as a worker does. */
async function runPeriod(from: string, to: string, candidates: Schedule[]) {
  const endMs = toSaoPauloTime(to).getTime()
  for (let timeMs = toSaoPauloTime(from).getTime(); timeMs <= endMs; timeMs += 60_000)
    await runDue(new Date(timeMs), candidates)
}

describe('schedules', () => {
  test('run once at their time, after the run of the previous day', async () => {
    await runDue(toSaoPauloTime('2026-11-20T23:00:00'), [nightly])
    clearRuns()
    await runPeriod('2026-11-20T23:58:00', '2026-11-21T00:04:00', [nightly])
    expect(runs).toEqual([])
    await runPeriod('2026-11-21T00:05:00', '2026-11-21T00:30:00', [nightly])
    expect(runs).toEqual(['nightly 2026-11-21T03:05:00.000Z'])
  })

  test('run once for ten concurrent workers', async () => {
    const now = toSaoPauloTime('2026-11-21T00:05:00')
    const completedNames = await Promise.all(Array.from({ length: 10 }, () => runDue(now, [nightly, hourly])))
    expect(completedNames.flat().toSorted()).toEqual(['hourly', 'nightly'])
    expect(runs).toHaveLength(2)
  })

  test('run once after missed days, and the next period is on time', async () => {
    await runDue(toSaoPauloTime('2026-11-16T00:05:00'), [nightly])
    await runPeriod('2026-11-20T22:00:00', '2026-11-20T22:10:00', [nightly])
    await runPeriod('2026-11-21T00:00:00', '2026-11-21T00:10:00', [nightly])
    expect(listRunMinutes('nightly')).toEqual(['2026-11-16T03:05', '2026-11-21T01:00', '2026-11-21T03:05'])
    expect((await listRuns('nightly', 10)).map(({ period }) => period)).toEqual([
      '2026-11-21',
      '2026-11-20',
      '2026-11-16',
    ])
  })

  test('run exactly once per period when the clock goes back or forward', async () => {
    await runPeriod('2026-11-21T00:04:00', '2026-11-21T00:30:00', [nightly])
    await runPeriod('2026-11-20T23:30:00', '2026-11-21T00:30:00', [nightly])
    const periods = (await listRuns('nightly', 10)).map(({ period }) => period)
    expect(periods.toSorted()).toEqual(['2026-11-20', '2026-11-21'])
    expect(runs).toHaveLength(2)
    await runDue(toSaoPauloTime('2026-11-22T01:05:00'), [nightly])
    expect(runs).toHaveLength(3)
  })

  test('run again after the lease of a dead worker, and not before', async () => {
    const now = toSaoPauloTime('2026-11-21T00:05:00')
    await claimRun({ name: 'nightly', period: '2026-11-21' }, now, 30_000)
    await runDue(new Date(now.getTime() + 29_999), [nightly])
    expect(runs).toEqual([])
    await runDue(new Date(now.getTime() + 30_000), [nightly])
    expect(runs).toHaveLength(1)
    expect(await listRuns('nightly', 1)).toMatchObject([{ attempts: 2, result: '{"done":1}' }])
  })

  test('run after another one failed, which is retried with growing delays', async () => {
    const failing = makeRecordedSchedule('failing', { every: 'day', at: '00:05' }, { fails: true })
    const getMinute = (count: number) =>
      new Date(toSaoPauloTime('2026-11-21T00:05:00').getTime() + count * 60_000)
    expect(await runDue(getMinute(0), [failing, nightly])).toEqual(['nightly'])
    expect(await listRuns('failing', 1)).toMatchObject([{ error: 'not today', finishedAt: null }])
    // The delays are five, ten and twenty minutes.
    for (const count of [1, 4, 6, 10, 15, 17, 30]) await runDue(getMinute(count), [failing])
    expect(listRunMinutes('failing')).toEqual(['2026-11-21T03:05', '2026-11-21T03:11', '2026-11-21T03:22'])
    const repairedSchedule = { ...nightly, name: 'failing' }
    await runDue(getMinute(60), [repairedSchedule])
    expect(await listRuns('failing', 1)).toMatchObject([{ attempts: 4, error: null, result: '{"done":1}' }])
  })
})

describe('a long-running schedule', () => {
  test('reads the clock again before the next schedule', async () => {
    let now = toSaoPauloTime('2026-11-20T23:59:00')
    const longSchedule: Schedule = {
      name: 'long',
      time: { every: 'hour' },
      async run() {
        now = toSaoPauloTime('2026-11-21T00:06:00')
        return {}
      },
    }
    await runListedSchedules(async () => now, [longSchedule, nightly])
    expect(runs).toEqual(['nightly 2026-11-21T03:06:00.000Z'])
    expect((await listRuns('nightly', 10)).map(({ period }) => period)).toEqual(['2026-11-21'])
  })

  test('renews its lease while it runs', async () => {
    vi.spyOn(env, 'LEASE_MS', 'get').mockReturnValue(150)
    const now = toSaoPauloTime('2026-11-21T00:05:00')
    const isRenewed = async (): Promise<boolean> => {
      const { held_until } = await db
        .selectFrom('schedule_runs')
        .select('held_until')
        .executeTakeFirstOrThrow()
      return held_until.getTime() > now.getTime() + 150
    }
    const longSchedule: Schedule = {
      ...nightly,
      async run() {
        await vi.waitFor(async () => expect(await isRenewed()).toBe(true), { timeout: 5_000 })
        return {}
      },
    }
    expect(await runDue(now, [longSchedule])).toEqual(['nightly'])
  })

  test('is not recorded as done after another worker took it over', async () => {
    const now = toSaoPauloTime('2026-11-21T00:05:00')
    const lostSchedule: Schedule = {
      ...nightly,
      async run() {
        const takenOverByAnotherWorker = { attempts: 2 }
        await db.updateTable('schedule_runs').set(takenOverByAnotherWorker).execute()
        return { done: 1 }
      },
    }
    expect(await runDue(now, [lostSchedule])).toEqual([])
    expect(await listRuns('nightly', 1)).toMatchObject([{ finishedAt: null, result: null }])
  })
})

describe('the shop’s own schedules', () => {
  test('all run in an empty shop and report their last and next runs', async () => {
    expect((await listScheduleRuns(new Date())).map(({ last }) => last)).toEqual(
      schedules.map(() => undefined),
    )
    expect(await runDueSchedules()).toEqual(schedules.map(({ name }) => name))
    expect(await runDueSchedules()).toEqual([])
    for (const { name, last, next } of await listScheduleRuns(new Date())) {
      expect(last?.finishedAt, name).toBeInstanceOf(Date)
      expect(next.getTime(), name).toBeGreaterThan(Date.now())
    }
  })

  test('have unique names and these times', () => {
    expect(new Set(schedules.map(({ name }) => name)).size).toBe(schedules.length)
    expect(schedules.map(({ name, time }) => [name, time.every === 'day' ? time.at : 'hour'])).toEqual([
      ['sweep', 'hour'],
      ['expire-subscriptions', '00:05'],
      ['remind-of-expiry', '08:00'],
      ['expire-boletos', '07:00'],
      ['collect-bank-files', 'hour'],
      ['reconcile-payments', 'hour'],
      ['reconcile-pix', 'hour'],
      ['notify-of-waiting-work', 'hour'],
      ['send-closing', '07:00'],
    ])
  })

  test('run manually at any time, in addition to their periods', async () => {
    await runDueSchedules()
    const now = new Date(Date.now() + 1_000)
    expect(await runSchedule('sweep', now)).toBe(true)
    expect(await runSchedule('sweep', new Date(now.getTime() + 1))).toBe(true)
    expect(await runSchedule('unknown', now)).toBeUndefined()
    const rows = await db.selectFrom('schedule_runs').select('name').where('name', '=', 'sweep').execute()
    expect(rows).toHaveLength(3)
    expect((await listRuns('sweep', 1))[0]?.period).toMatch(/^by hand /)
  })
})
