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
const addToStart = (ms: number) => new Date(start.getTime() + ms)
const LEASE_MS = 30_000

async function expectLease(run: Promise<LeasedRun | undefined>): Promise<LeasedRun> {
  const lease = await run
  if (!lease) throw new Error('expected a leased run, got undefined')
  return lease
}

describe('a scheduled run', () => {
  test('is claimed by one of twenty concurrent workers', async () => {
    const claims = await Promise.all(Array.from({ length: 20 }, () => claimRun(nightlyRun, start, LEASE_MS)))
    expect(claims.filter(Boolean)).toHaveLength(1)
  })

  test('does not run again once it is finished, and the next period has its own run', async () => {
    const run = await expectLease(claimRun(nightlyRun, start, LEASE_MS))
    expect(await finishRun(run, { expired: 3 }, addToStart(1_000))).toBe(true)
    expect(await claimRun(nightlyRun, addToStart(10 * LEASE_MS), LEASE_MS)).toBeUndefined()
    expect(
      await claimRun({ ...nightlyRun, period: '2026-11-22' }, addToStart(24 * 3_600_000), LEASE_MS),
    ).toBeDefined()
  })

  test('is taken over by one worker when its lease expires, and its former worker changes nothing', async () => {
    const deadLease = await expectLease(claimRun(nightlyRun, start, LEASE_MS))
    expect(await claimRun(nightlyRun, addToStart(LEASE_MS - 1), LEASE_MS)).toBeUndefined()
    const claims = await Promise.all(
      Array.from({ length: 20 }, () => claimRun(nightlyRun, addToStart(LEASE_MS), LEASE_MS)),
    )
    const heirs = claims.flatMap((claim) => (claim ? [claim] : []))
    expect(heirs).toMatchObject([{ attempts: 2 }])
    expect(await extendRun(deadLease, addToStart(10 * LEASE_MS))).toBe(false)
    expect(await finishRun(deadLease, { expired: 1 }, addToStart(LEASE_MS))).toBe(false)
    expect(await failRun(deadLease, 'lost', addToStart(LEASE_MS))).toBe(false)
    for (const heir of heirs) expect(await finishRun(heir, { expired: 2 }, addToStart(LEASE_MS))).toBe(true)
    expect((await listLastRuns([nightlyRun.name])).get(nightlyRun.name)?.result).toBe('{"expired":2}')
  })

  test('stays with a slow worker that renews its lease', async () => {
    const slowLease = await expectLease(claimRun(nightlyRun, start, LEASE_MS))
    expect(await extendRun(slowLease, addToStart(10 * LEASE_MS))).toBe(true)
    expect(await claimRun(nightlyRun, addToStart(9 * LEASE_MS), LEASE_MS)).toBeUndefined()
  })

  test('is retried at the given time after a failure', async () => {
    const run = await expectLease(claimRun(nightlyRun, start, LEASE_MS))
    await failRun(run, 'x'.repeat(1_000), addToStart(300_000))
    expect((await listLastRuns([nightlyRun.name])).get(nightlyRun.name)).toMatchObject({
      error: 'x'.repeat(300),
      finishedAt: null,
    })
    expect(await claimRun(nightlyRun, addToStart(299_999), LEASE_MS)).toBeUndefined()
    expect(await claimRun(nightlyRun, addToStart(300_000), LEASE_MS)).toMatchObject({ attempts: 2 })
  })

  test('runs again if its worker’s clock was far ahead', async () => {
    const tomorrow = { ...nightlyRun, period: '2026-11-22' }
    const early = await expectLease(claimRun(tomorrow, addToStart(39 * 3_600_000), LEASE_MS))
    await finishRun(early, { expired: 9 }, addToStart(39 * 3_600_000))
    expect(await claimRun(tomorrow, addToStart(24 * 3_600_000), LEASE_MS)).toMatchObject({ attempts: 2 })
    expect(await claimRun(tomorrow, addToStart(48 * 3_600_000), LEASE_MS)).toMatchObject({ attempts: 3 })
  })
})

test('reports the last run of each schedule and deletes old runs', async () => {
  const sweep = await expectLease(claimRun({ name: 'sweep', period: 'one' }, start, LEASE_MS))
  await finishRun(sweep, { photos: 1 }, addToStart(5))
  await claimRun({ name: 'sweep', period: 'two' }, addToStart(3_600_000), LEASE_MS)
  await claimRun(nightlyRun, start, LEASE_MS)
  const last = await listLastRuns(['sweep', nightlyRun.name, 'never'])
  expect([...last].map(([name, { period }]) => [name, period])).toEqual([
    ['sweep', 'two'],
    [nightlyRun.name, nightlyRun.period],
  ])
  expect(await listRuns('sweep', 10)).toMatchObject([
    { period: 'two', finishedAt: null, startedAt: addToStart(3_600_000) },
    { period: 'one', finishedAt: addToStart(5), result: '{"photos":1}' },
  ])
  expect(await deleteOldRuns(addToStart(1), 100)).toBe(2)
  expect(await db.selectFrom('schedule_runs').select('period').execute()).toEqual([{ period: 'two' }])
})

test('uses the earlier of the database’s and the worker’s clock', async () => {
  const slowClock = new Date(Date.now() - 3_600_000)
  expect(await readEarlierClock(slowClock)).toEqual(slowClock)
  const fast = new Date(Date.now() + 3_600_000)
  expect((await readEarlierClock(fast)).getTime()).toBeLessThan(Date.now() + 60_000)
})
