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

type Fresh = Awaited<ReturnType<typeof createDatabase>>
let primary: Fresh
let replica: Fresh
let line: Awaited<ReturnType<typeof startDatabaseProxy>>
let db: ReturnType<typeof connect>
let now = 1_000_000

beforeAll(async () => {
  ;[primary, replica] = [await createDatabase(getServerUrl()), await createDatabase(getServerUrl())]
  for (const [{ db: each }, stamp] of [
    [primary, 'primary'],
    [replica, 'replica'],
  ] as const)
    await each
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
  line = await startDatabaseProxy(replica.url)
  const limits = { queryTimeoutMs: 20_000 }
  db = connect(primary.url, {
    ...limits,
    reads: {
      replica: connect(line.url, { ...limits, acquireTimeoutMs: 500 }),
      isReplicaAllowed: canReadFromReplica,
      health: replicaHealth,
    },
  })
  // Restores the state after the previous test's failure.
  now += 60_000
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  recordHeartbeat(0)
})

afterEach(async () => {
  vi.restoreAllMocks()
  await db.destroy()
  await line.close()
})

function recordHeartbeat(ageMs: number, beatAt = new Date()): void {
  recordSighting({ beatAt, ageMs, requestedAt: performance.now(), version: 'v1' })
}

const readStamp = async () => {
  const row = await db.selectFrom('catalogue_version').select('stamp').executeTakeFirstOrThrow()
  return row.stamp.trim()
}

test.each([
  { sql: 'select 1', is: true },
  { sql: '(select 1) union (select 2)', is: true },
  { sql: 'with a as (select 1) select * from a', is: true },
  { sql: 'select * from orders where id = 1 for update', is: false },
  { sql: 'select * from orders FOR  UPDATE skip locked', is: false },
  { sql: 'select * from orders lock in share mode', is: false },
  { sql: 'update orders set nf = 1', is: false },
  { sql: 'insert into a select * from b', is: false },
  { sql: 'set session time_zone = 1', is: false },
])('classifies "$sql" as read-only: $is', ({ sql: text, is }) => {
  expect(isReadOnly(text)).toBe(is)
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
  const locked = await runOnReplica(() =>
    sql<{ stamp: string }>`select stamp from catalogue_version for update`.execute(db),
  )
  expect(locked.rows[0]?.stamp.trim()).toBe('primary')
  await runOnReplica(() => db.insertInto('replica_heartbeat').values({ id: 7, at: new Date() }).execute())
  expect(await primary.db.selectFrom('replica_heartbeat').select('id').execute()).toEqual([{ id: 7 }])
  expect(await replica.db.selectFrom('replica_heartbeat').select('id').execute()).toEqual([])
})

test.each([
  { name: 'at the bound', ageMs: 2_000, is: true },
  { name: 'beyond it', ageMs: 2_001, is: false },
])('a replica whose heartbeat is $name is usable: $is', async ({ ageMs, is }) => {
  recordHeartbeat(ageMs)
  expect(isReplicaUsable()).toBe(is)
  expect(await runOnReplica(readStamp)).toBe(is ? 'replica' : 'primary')
})

test('stops using the replica when its checks stop', () => {
  recordHeartbeat(500)
  now += 1_501
  expect(isReplicaUsable()).toBe(false)
})

test('stops using a failing replica at once, and the primary executes the read', async () => {
  await runOnReplica(readStamp)
  line.fail('refuse')
  expect(await runOnReplica(readStamp)).toBe('primary')
  expect(isReplicaUsable()).toBe(false)
  recordHeartbeat(0)
  expect(isReplicaUsable()).toBe(false)
})

test('the primary executes a pending read when an unresponsive replica is detected', async () => {
  await runOnReplica(readStamp)
  const faultHappened = line.break({ when: 'catalogue_version', what: 'silence' })
  const reading = runOnReplica(readStamp)
  await faultHappened
  recordReplicaFailure(new Error('silent'))
  expect(await reading).toBe('primary')
})

test('reads a table missing on the replica from the primary and continues to use the replica', async () => {
  await sql`create table of_a_later_build (id int)`.execute(primary.db)
  const { rows } = await runOnReplica(() => sql`select id from of_a_later_build`.execute(db))
  expect(rows).toEqual([])
  expect(isReplicaUsable()).toBe(true)
})

test('has its reported catalogue version while usable', () => {
  expect([hasReplicaVersion('v1'), hasReplicaVersion('v2')]).toEqual([true, false])
  recordHeartbeat(5_000)
  expect(hasReplicaVersion('v1')).toBe(false)
})

test('has reached a time after a later heartbeat, unless it fails first', async () => {
  const time = new Date('2026-11-23T12:00:00.500Z')
  recordHeartbeat(0, time)
  let hasReached = false
  const waiting = waitForReplica(time).then((answer) => {
    hasReached = true
    return answer
  })
  await runOnReplica(readStamp)
  expect(hasReached).toBe(false)
  recordHeartbeat(0, new Date(time.getTime() + 1))
  expect(await waiting).toBe(true)
  const later = waitForReplica(new Date(time.getTime() + 2))
  recordReplicaFailure(new Error('away'))
  expect(await later).toBe(false)
})
