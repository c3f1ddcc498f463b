import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { env } from '#app/env.server.ts'
import { connect } from '#app/models/platform/connection.server.ts'
import { isOutage } from '#app/models/platform/db.server.ts'
import { watchReachability } from '#app/models/platform/readiness/reachability.server.ts'
import { startDatabaseProxy } from '#tests/support/fakes/tcp-proxy.ts'
import { waitFor } from '#tests/support/shop.ts'

/** Starts a watch whose checks and pauses end when the test resolves them. */
function startReachabilityWatch() {
  const checks: ((answers: boolean) => void)[] = []
  const pauses: (() => void)[] = []
  let outageCount = 0
  const reachability = watchReachability({
    probe: () => new Promise((resolve) => checks.push(resolve)),
    pause: () => new Promise((resolve) => pauses.push(resolve)),
    onAway: () => {
      outageCount += 1
    },
  })
  return { reachability, checks, pauses, countOutages: () => outageCount }
}

test('after reported failures, callers wait for one shared check and continue when the database responds', async () => {
  const { reachability, checks, countOutages } = startReachabilityWatch()
  expect(reachability.isReachable()).toBe(true)
  reachability.reportFailure()
  reachability.reportFailure()
  const answer = reachability.isReachable()
  expect(checks).toHaveLength(1)
  checks[0]?.(true)
  expect(await answer).toBe(true)
  expect([reachability.isReachable(), reachability.era, countOutages()]).toEqual([true, 0, 0])
})

test('reports an outage at once and repeats the check until the database responds', async () => {
  const { reachability, checks, pauses, countOutages } = startReachabilityWatch()
  reachability.reportFailure()
  checks[0]?.(false)
  await setImmediate()
  expect([await reachability.isReachable(), reachability.era, countOutages()]).toEqual([false, 1, 1])
  pauses[0]?.()
  await setImmediate()
  expect(await reachability.isReachable()).toBe(false)
  checks[1]?.(false)
  await setImmediate()
  pauses[1]?.()
  await setImmediate()
  checks[2]?.(true)
  await setImmediate()
  expect([reachability.isReachable(), reachability.era, countOutages(), checks.length]).toEqual([
    true,
    1,
    1,
    3,
  ])
})

const findCode = async (statement: Promise<unknown>) =>
  statement.then(
    () => 'succeeded',
    (error) => {
      expect(isOutage(error)).toBe(true)
      return String(error.code)
    },
  )

test('an unresponsive database costs one request its timeout, and recovers automatically', async () => {
  const proxy = await startDatabaseProxy(env.DATABASE_URL)
  const watchedDb = connect(proxy.url, {
    connections: 4,
    queryTimeoutMs: 300,
    acquireTimeoutMs: 250,
    isWatched: true,
  })
  const runStatement = () => findCode(sql`select 1`.execute(watchedDb))
  const runTwelveStatements = () => Promise.all(Array.from({ length: 12 }, runStatement))
  expect(new Set(await runTwelveStatements())).toEqual(new Set(['succeeded']))
  proxy.fail('silence')
  expect(await runStatement()).toBe('PROTOCOL_SEQUENCE_TIMEOUT')
  expect(new Set(await runTwelveStatements())).toEqual(new Set(['DATABASE_AWAY']))
  proxy.recover()
  await waitFor('an answer', async () => (await runStatement()) === 'succeeded')
  expect(new Set(await runTwelveStatements())).toEqual(new Set(['succeeded']))
  await watchedDb.destroy()
  await proxy.close()
})

test('a slow statement rejects no other request while the database responds', async () => {
  const watchedDb = connect(env.DATABASE_URL, { connections: 4, queryTimeoutMs: 200, isWatched: true })
  const slowStatement = findCode(sql`select sleep(1)`.execute(watchedDb))
  expect(await slowStatement).toBe('PROTOCOL_SEQUENCE_TIMEOUT')
  expect(await findCode(sql`select 1`.execute(watchedDb))).toBe('succeeded')
  await watchedDb.destroy()
})
