import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { connect } from '#app/models/platform/connection.server.ts'
import {
  canReadFromReplica,
  runOnPrimary,
  runOnReplica,
} from '#app/models/platform/replica/read-scope.server.ts'
import { isReadOnly } from '#app/models/platform/replica/replica-driver.server.ts'
import {
  hasReplicaVersion,
  isReplicaUsable,
  recordReplicaFailure,
  recordSighting,
  replicaHealth,
  waitForReplica,
} from '#app/models/platform/replica/replica-state.server.ts'
import { startDatabaseProxy } from '#tests/support/fakes/tcp-proxy.ts'
import { createDatabase } from '#tests/support/fresh-database.ts'

type FreshDatabase = Awaited<ReturnType<typeof createDatabase>>
let primary: FreshDatabase
let replica: FreshDatabase
let replicaProxy: Awaited<ReturnType<typeof startDatabaseProxy>>
let db: ReturnType<typeof connect>
let nowMs = 1_000_000

beforeAll(async () => {
  ;[primary, replica] = [await createDatabase(getServerUrl()), await createDatabase(getServerUrl())]
  for (const [{ db: database }, stamp] of [
    [primary, 'primary'],
    [replica, 'replica'],
  ] as const)
    await database
      .insertInto('catalogue_version')
      .values({ id: 1, stamp })
      .onDuplicateKeyUpdate({ stamp })
      .execute()
})

afterAll(async () => {
  await primary.drop()
  await replica.drop()
})

function getServerUrl(): string {
  return process.env.DATABASE_URL ?? ''
}

beforeEach(async () => {
  replicaProxy = await startDatabaseProxy(replica.url)
  const limits = { queryTimeoutMs: 20_000 }
  db = connect(primary.url, {
    ...limits,
    reads: {
      replica: connect(replicaProxy.url, { ...limits, acquireTimeoutMs: 500 }),
      isReplicaAllowed: canReadFromReplica,
      health: replicaHealth,
    },
  })
  // Makes the replica usable again after the failure of the previous test.
  nowMs += 60_000
  vi.spyOn(performance, 'now').mockImplementation(() => nowMs)
  recordHeartbeat(0)
})

afterEach(async () => {
  vi.restoreAllMocks()
  await db.destroy()
  await replicaProxy.close()
})

function recordHeartbeat(ageMs: number, beatAt = new Date()): void {
  recordSighting({ beatAt, ageMs, requestedAt: performance.now(), version: 'v1' })
}

const readStamp = async () => {
  const row = await db.selectFrom('catalogue_version').select('stamp').executeTakeFirstOrThrow()
  return row.stamp.trim()
}

test.each([
  { sql: 'select 1', isExpected: true },
  { sql: '(select 1) union (select 2)', isExpected: true },
  { sql: 'with a as (select 1) select * from a', isExpected: true },
  { sql: 'select * from orders where id = 1 for update', isExpected: false },
  { sql: 'select * from orders FOR  UPDATE skip locked', isExpected: false },
  { sql: 'select * from orders lock in share mode', isExpected: false },
  { sql: 'update orders set nf = 1', isExpected: false },
  { sql: 'insert into a select * from b', isExpected: false },
  { sql: 'set session time_zone = 1', isExpected: false },
])('classifies "$sql" as read-only: $isExpected', ({ sql: text, isExpected }) => {
  expect(isReadOnly(text)).toBe(isExpected)
})

test('sends only opted-in reads to the replica', async () => {
  expect(await readStamp()).toBe('primary')
  expect(await runOnReplica(readStamp)).toBe('replica')
  expect(await runOnReplica(() => runOnPrimary(readStamp))).toBe('primary')
})

test('sends a whole transaction to the primary', async () => {
  const stamp = await runOnReplica(() =>
    db.transaction().execute(async (trx) => {
      const row = await trx.selectFrom('catalogue_version').select('stamp').executeTakeFirstOrThrow()
      return row.stamp.trim()
    }),
  )
  expect(stamp).toBe('primary')
})

test('sends locking reads and writes to the primary', async () => {
  const lockedRead = await runOnReplica(() =>
    sql<{ stamp: string }>`select stamp from catalogue_version for update`.execute(db),
  )
  expect(lockedRead.rows[0]?.stamp.trim()).toBe('primary')
  await runOnReplica(() => db.insertInto('replica_heartbeat').values({ id: 7, at: new Date() }).execute())
  expect(await primary.db.selectFrom('replica_heartbeat').select('id').execute()).toEqual([{ id: 7 }])
  expect(await replica.db.selectFrom('replica_heartbeat').select('id').execute()).toEqual([])
})

test.each([
  { name: 'at the age limit', ageMs: 2_000, isExpected: true },
  { name: 'beyond the age limit', ageMs: 2_001, isExpected: false },
])('a replica whose heartbeat is $name is usable: $isExpected', async ({ ageMs, isExpected }) => {
  recordHeartbeat(ageMs)
  expect(isReplicaUsable()).toBe(isExpected)
  expect(await runOnReplica(readStamp)).toBe(isExpected ? 'replica' : 'primary')
})

test('stops using the replica when its checks stop', () => {
  recordHeartbeat(500)
  // The heartbeat is now 2,001 ms old, beyond the limit of 2,000 ms.
  nowMs += 1_501
  expect(isReplicaUsable()).toBe(false)
})

test('stops using a failing replica at once, and the primary executes the read', async () => {
  await runOnReplica(readStamp)
  replicaProxy.fail('refuse')
  expect(await runOnReplica(readStamp)).toBe('primary')
  expect(isReplicaUsable()).toBe(false)
  // A heartbeat right after a failure does not make the replica usable again.
  recordHeartbeat(0)
  expect(isReplicaUsable()).toBe(false)
})

test('the primary executes a pending read when an unresponsive replica is detected', async () => {
  await runOnReplica(readStamp)
  const faultHappened = replicaProxy.break({ when: 'catalogue_version', what: 'silence' })
  const pendingRead = runOnReplica(readStamp)
  await faultHappened
  recordReplicaFailure(new Error('silent'))
  expect(await pendingRead).toBe('primary')
})

test('reads a table missing on the replica from the primary and continues to use the replica', async () => {
  await sql`create table of_a_later_build (id int)`.execute(primary.db)
  const { rows } = await runOnReplica(() => sql`select id from of_a_later_build`.execute(db))
  expect(rows).toEqual([])
  expect(isReplicaUsable()).toBe(true)
})

test('the replica has its reported catalogue version while it is usable', () => {
  expect([hasReplicaVersion('v1'), hasReplicaVersion('v2')]).toEqual([true, false])
  recordHeartbeat(5_000)
  expect(hasReplicaVersion('v1')).toBe(false)
})

test('waiting for a time ends with a later heartbeat of the replica, or with its failure', async () => {
  const time = new Date('2026-11-23T12:00:00.500Z')
  recordHeartbeat(0, time)
  let hasReached = false
  const firstWait = waitForReplica(time).then((answer) => {
    hasReached = true
    return answer
  })
  await runOnReplica(readStamp)
  expect(hasReached).toBe(false)
  recordHeartbeat(0, new Date(time.getTime() + 1))
  expect(await firstWait).toBe(true)
  const laterWait = waitForReplica(new Date(time.getTime() + 2))
  recordReplicaFailure(new Error('away'))
  expect(await laterWait).toBe(false)
})
