import { describe, expect, test } from 'vitest'
import { db } from '#app/models/platform/db.server.ts'
import {
  claimRun,
  deleteOldRuns,
  earlierClock,
  failRun,
  finishRun,
  type LeasedRun,
  lastRuns,
  leaseRun,
  listRuns,
} from '#app/models/platform/schedule-run.server.ts'

const night = { name: 'expire-subscriptions', period: '2026-11-21' }
const began = new Date('2026-11-21T03:05:00Z')
const getLater = (ms: number) => new Date(began.getTime() + ms)
const LEASE = 30_000

async function claimLease(run: Promise<LeasedRun | undefined>): Promise<LeasedRun> {
  const lease = await run
  if (!lease) throw new Error('the run was not to be had')
  return lease
}

describe('a scheduled run', () => {
  test('is claimed by one of twenty concurrent workers', async () => {
    const claims = await Promise.all(Array.from({ length: 20 }, () => claimRun(night, began, LEASE)))
    expect(claims.filter(Boolean)).toHaveLength(1)
  })

  test('stays finished, and the next period has its own run', async () => {
    const run = await claimLease(claimRun(night, began, LEASE))
    expect(await finishRun(run, { expired: 3 }, getLater(1_000))).toBe(true)
    expect(await claimRun(night, getLater(10 * LEASE), LEASE)).toBeUndefined()
    expect(await claimRun({ ...night, period: '2026-11-22' }, getLater(24 * 3_600_000), LEASE)).toBeDefined()
  })

  test('is claimed by one other worker after its worker died, which then changes nothing', async () => {
    const dead = await claimLease(claimRun(night, began, LEASE))
    expect(await claimRun(night, getLater(LEASE - 1), LEASE)).toBeUndefined()
    const claims = await Promise.all(
      Array.from({ length: 20 }, () => claimRun(night, getLater(LEASE), LEASE)),
    )
    const heirs = claims.flatMap((claim) => (claim ? [claim] : []))
    expect(heirs).toMatchObject([{ attempts: 2 }])
    expect(await leaseRun(dead, getLater(10 * LEASE))).toBe(false)
    expect(await finishRun(dead, { expired: 1 }, getLater(LEASE))).toBe(false)
    expect(await failRun(dead, 'lost', getLater(LEASE))).toBe(false)
    for (const heir of heirs) expect(await finishRun(heir, { expired: 2 }, getLater(LEASE))).toBe(true)
    expect((await lastRuns([night.name])).get(night.name)?.result).toBe('{"expired":2}')
  })

  test('stays with a slow worker that is alive', async () => {
    const slow = await claimLease(claimRun(night, began, LEASE))
    expect(await leaseRun(slow, getLater(10 * LEASE))).toBe(true)
    expect(await claimRun(night, getLater(9 * LEASE), LEASE)).toBeUndefined()
  })

  test('is retried at its time after a failure', async () => {
    const run = await claimLease(claimRun(night, began, LEASE))
    await failRun(run, 'x'.repeat(1_000), getLater(300_000))
    expect((await lastRuns([night.name])).get(night.name)).toMatchObject({
      error: 'x'.repeat(300),
      finishedAt: null,
    })
    expect(await claimRun(night, getLater(299_999), LEASE)).toBeUndefined()
    expect(await claimRun(night, getLater(300_000), LEASE)).toMatchObject({ attempts: 2 })
  })

  test('runs again at its time when it ran under a clock far ahead', async () => {
    const tomorrow = { ...night, period: '2026-11-22' }
    const early = await claimLease(claimRun(tomorrow, getLater(39 * 3_600_000), LEASE))
    await finishRun(early, { expired: 9 }, getLater(39 * 3_600_000))
    expect(await claimRun(tomorrow, getLater(24 * 3_600_000), LEASE)).toMatchObject({ attempts: 2 })
    expect(await claimRun(tomorrow, getLater(48 * 3_600_000), LEASE)).toMatchObject({ attempts: 3 })
  })
})

test('reports the last run of each schedule and deletes old runs', async () => {
  const sweep = await claimLease(claimRun({ name: 'sweep', period: 'one' }, began, LEASE))
  await finishRun(sweep, { photos: 1 }, getLater(5))
  await claimRun({ name: 'sweep', period: 'two' }, getLater(3_600_000), LEASE)
  await claimRun(night, began, LEASE)
  const last = await lastRuns(['sweep', night.name, 'never'])
  expect([...last].map(([name, { period }]) => [name, period])).toEqual([
    ['sweep', 'two'],
    [night.name, night.period],
  ])
  expect(await listRuns('sweep', 10)).toMatchObject([
    { period: 'two', finishedAt: null, startedAt: getLater(3_600_000) },
    { period: 'one', finishedAt: getLater(5), result: '{"photos":1}' },
  ])
  expect(await deleteOldRuns(getLater(1), 100)).toBe(2)
  expect(await db.selectFrom('schedule_runs').select('period').execute()).toEqual([{ period: 'two' }])
})

test('uses the earlier of two clocks', async () => {
  const slow = new Date(Date.now() - 3_600_000)
  expect(await earlierClock(slow)).toEqual(slow)
  const fast = new Date(Date.now() + 3_600_000)
  expect((await earlierClock(fast)).getTime()).toBeLessThan(Date.now() + 60_000)
})
