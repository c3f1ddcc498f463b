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
const later = (ms: number) => new Date(began.getTime() + ms)
const LEASE = 30_000

async function claimed(run: Promise<LeasedRun | undefined>): Promise<LeasedRun> {
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
    const run = await claimed(claimRun(night, began, LEASE))
    expect(await finishRun(run, { expired: 3 }, later(1_000))).toBe(true)
    expect(await claimRun(night, later(10 * LEASE), LEASE)).toBeUndefined()
    expect(await claimRun({ ...night, period: '2026-11-22' }, later(24 * 3_600_000), LEASE)).toBeDefined()
  })

  test('is claimed by one other worker after its worker died, which then changes nothing', async () => {
    const dead = await claimed(claimRun(night, began, LEASE))
    expect(await claimRun(night, later(LEASE - 1), LEASE)).toBeUndefined()
    const claims = await Promise.all(Array.from({ length: 20 }, () => claimRun(night, later(LEASE), LEASE)))
    const heirs = claims.flatMap((claim) => (claim ? [claim] : []))
    expect(heirs).toMatchObject([{ attempts: 2 }])
    expect(await leaseRun(dead, later(10 * LEASE))).toBe(false)
    expect(await finishRun(dead, { expired: 1 }, later(LEASE))).toBe(false)
    expect(await failRun(dead, 'lost', later(LEASE))).toBe(false)
    for (const heir of heirs) expect(await finishRun(heir, { expired: 2 }, later(LEASE))).toBe(true)
    expect((await lastRuns([night.name])).get(night.name)?.result).toBe('{"expired":2}')
  })

  test('stays with a slow worker that is alive', async () => {
    const slow = await claimed(claimRun(night, began, LEASE))
    expect(await leaseRun(slow, later(10 * LEASE))).toBe(true)
    expect(await claimRun(night, later(9 * LEASE), LEASE)).toBeUndefined()
  })

  test('is retried at its time after a failure', async () => {
    const run = await claimed(claimRun(night, began, LEASE))
    await failRun(run, 'x'.repeat(1_000), later(300_000))
    expect((await lastRuns([night.name])).get(night.name)).toMatchObject({
      error: 'x'.repeat(300),
      finishedAt: null,
    })
    expect(await claimRun(night, later(299_999), LEASE)).toBeUndefined()
    expect(await claimRun(night, later(300_000), LEASE)).toMatchObject({ attempts: 2 })
  })

  test('runs again at its time when it ran under a clock far ahead', async () => {
    const tomorrow = { ...night, period: '2026-11-22' }
    const early = await claimed(claimRun(tomorrow, later(39 * 3_600_000), LEASE))
    await finishRun(early, { expired: 9 }, later(39 * 3_600_000))
    expect(await claimRun(tomorrow, later(24 * 3_600_000), LEASE)).toMatchObject({ attempts: 2 })
    expect(await claimRun(tomorrow, later(48 * 3_600_000), LEASE)).toMatchObject({ attempts: 3 })
  })
})

test('reports the last run of each schedule and deletes old runs', async () => {
  const sweep = await claimed(claimRun({ name: 'sweep', period: 'one' }, began, LEASE))
  await finishRun(sweep, { photos: 1 }, later(5))
  await claimRun({ name: 'sweep', period: 'two' }, later(3_600_000), LEASE)
  await claimRun(night, began, LEASE)
  const last = await lastRuns(['sweep', night.name, 'never'])
  expect([...last].map(([name, { period }]) => [name, period])).toEqual([
    ['sweep', 'two'],
    [night.name, night.period],
  ])
  expect(await listRuns('sweep', 10)).toMatchObject([
    { period: 'two', finishedAt: null, startedAt: later(3_600_000) },
    { period: 'one', finishedAt: later(5), result: '{"photos":1}' },
  ])
  expect(await deleteOldRuns(later(1), 100)).toBe(2)
  expect(await db.selectFrom('schedule_runs').select('period').execute()).toEqual([{ period: 'two' }])
})

test('uses the earlier of two clocks', async () => {
  const slow = new Date(Date.now() - 3_600_000)
  expect(await earlierClock(slow)).toEqual(slow)
  const fast = new Date(Date.now() + 3_600_000)
  expect((await earlierClock(fast)).getTime()).toBeLessThan(Date.now() + 60_000)
})
