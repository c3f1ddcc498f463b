import { describe, expect, test } from 'vitest'
import { db } from '#app/models/platform/db.server.ts'
import {
  claimRun,
  deleteOldRuns,
  extendRun,
  failRun,
  finishRun,
  type LeasedRun,
  listLastRuns,
  listRuns,
  readEarlierClock,
} from '#app/models/platform/schedule-run.server.ts'

const nightlyRun = { name: 'expire-subscriptions', period: '2026-11-21' }
const start = new Date('2026-11-21T03:05:00Z')
const getTimeAfterStart = (ms: number) => new Date(start.getTime() + ms)
const leaseMs = 30_000
const hourMs = 3_600_000

async function expectLease(claim: Promise<LeasedRun | undefined>): Promise<LeasedRun> {
  const lease = await claim
  if (!lease) throw new Error('expected a leased run, got undefined')
  return lease
}

describe('a scheduled run', () => {
  test('is claimed by only one of twenty concurrent workers', async () => {
    const claims = await Promise.all(Array.from({ length: 20 }, () => claimRun(nightlyRun, start, leaseMs)))
    expect(claims.filter(Boolean)).toHaveLength(1)
  })

  test('does not run again once it is finished, and the next period has its own run', async () => {
    const lease = await expectLease(claimRun(nightlyRun, start, leaseMs))
    expect(await finishRun(lease, { expired: 3 }, getTimeAfterStart(1_000))).toBe(true)
    expect(await claimRun(nightlyRun, getTimeAfterStart(10 * leaseMs), leaseMs)).toBeUndefined()
    expect(
      await claimRun({ ...nightlyRun, period: '2026-11-22' }, getTimeAfterStart(24 * hourMs), leaseMs),
    ).toBeDefined()
  })

  test('is taken over by one worker when its lease expires, and its former worker changes nothing', async () => {
    const expiredLease = await expectLease(claimRun(nightlyRun, start, leaseMs))
    expect(await claimRun(nightlyRun, getTimeAfterStart(leaseMs - 1), leaseMs)).toBeUndefined()
    const claims = await Promise.all(
      Array.from({ length: 20 }, () => claimRun(nightlyRun, getTimeAfterStart(leaseMs), leaseMs)),
    )
    const newLeases = claims.flatMap((claim) => (claim ? [claim] : []))
    expect(newLeases).toMatchObject([{ attempts: 2 }])
    expect(await extendRun(expiredLease, getTimeAfterStart(10 * leaseMs))).toBe(false)
    expect(await finishRun(expiredLease, { expired: 1 }, getTimeAfterStart(leaseMs))).toBe(false)
    expect(await failRun(expiredLease, 'lost', getTimeAfterStart(leaseMs))).toBe(false)
    for (const newLease of newLeases)
      expect(await finishRun(newLease, { expired: 2 }, getTimeAfterStart(leaseMs))).toBe(true)
    expect((await listLastRuns([nightlyRun.name])).get(nightlyRun.name)?.result).toBe('{"expired":2}')
  })

  test('stays with a slow worker that renews its lease', async () => {
    const slowLease = await expectLease(claimRun(nightlyRun, start, leaseMs))
    expect(await extendRun(slowLease, getTimeAfterStart(10 * leaseMs))).toBe(true)
    expect(await claimRun(nightlyRun, getTimeAfterStart(9 * leaseMs), leaseMs)).toBeUndefined()
  })

  test('is retried at the given time after a failure, with its error shortened', async () => {
    const lease = await expectLease(claimRun(nightlyRun, start, leaseMs))
    const tooLongError = 'x'.repeat(1_000)
    await failRun(lease, tooLongError, getTimeAfterStart(300_000))
    expect((await listLastRuns([nightlyRun.name])).get(nightlyRun.name)).toMatchObject({
      error: tooLongError.slice(0, 300),
      finishedAt: null,
    })
    expect(await claimRun(nightlyRun, getTimeAfterStart(299_999), leaseMs)).toBeUndefined()
    expect(await claimRun(nightlyRun, getTimeAfterStart(300_000), leaseMs)).toMatchObject({ attempts: 2 })
  })

  test('runs again if its worker’s clock was far ahead', async () => {
    const tomorrow = { ...nightlyRun, period: '2026-11-22' }
    // The clock of the first worker is 15 hours ahead.
    const earlyLease = await expectLease(claimRun(tomorrow, getTimeAfterStart(39 * hourMs), leaseMs))
    await finishRun(earlyLease, { expired: 9 }, getTimeAfterStart(39 * hourMs))
    expect(await claimRun(tomorrow, getTimeAfterStart(24 * hourMs), leaseMs)).toMatchObject({ attempts: 2 })
    expect(await claimRun(tomorrow, getTimeAfterStart(48 * hourMs), leaseMs)).toMatchObject({ attempts: 3 })
  })
})

test('reports the last run of each schedule and deletes old runs', async () => {
  const sweepLease = await expectLease(claimRun({ name: 'sweep', period: 'one' }, start, leaseMs))
  await finishRun(sweepLease, { photos: 1 }, getTimeAfterStart(5))
  await claimRun({ name: 'sweep', period: 'two' }, getTimeAfterStart(hourMs), leaseMs)
  await claimRun(nightlyRun, start, leaseMs)
  const lastRuns = await listLastRuns(['sweep', nightlyRun.name, 'never'])
  expect([...lastRuns].map(([name, { period }]) => [name, period])).toEqual([
    ['sweep', 'two'],
    [nightlyRun.name, nightlyRun.period],
  ])
  expect(await listRuns('sweep', 10)).toMatchObject([
    { period: 'two', finishedAt: null, startedAt: getTimeAfterStart(hourMs) },
    { period: 'one', finishedAt: getTimeAfterStart(5), result: '{"photos":1}' },
  ])
  expect(await deleteOldRuns(getTimeAfterStart(1), 100)).toBe(2)
  expect(await db.selectFrom('schedule_runs').select('period').execute()).toEqual([{ period: 'two' }])
})

test('uses the earlier of the database’s and the worker’s clock', async () => {
  const slowClock = new Date(Date.now() - hourMs)
  expect(await readEarlierClock(slowClock)).toEqual(slowClock)
  const fastClock = new Date(Date.now() + hourMs)
  expect((await readEarlierClock(fastClock)).getTime()).toBeLessThan(Date.now() + 60_000)
})
