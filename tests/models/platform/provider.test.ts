import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { db } from '#app/models/platform/db.server.ts'
import { claimOutboxRow, markDone, markFailed } from '#app/models/platform/outbox.server.ts'
import {
  recordProviderFailure,
  recordProviderSuccess,
  requeueWaiting,
} from '#app/models/platform/provider.server.ts'

const probeMs = 20_000
const failure = { provider: 'mail', isAsked: true } as const
const getSecondsAgo = (seconds: number) => sql<Date>`date_sub(now(3), interval ${seconds} second)`

/** Queues effects that failed at the mail server and were published long ago, as after an hour's outage. */
async function makeWaitingEffects(
  count: number,
  overrides: { requeues?: number; lone_failures?: number } = {},
) {
  const rows = Array.from({ length: count }, (_, index) => ({
    job: 'mail-payment-confirmed',
    subject: String(index + 1),
    provider: 'mail' as const,
    requeues: 6,
    ...overrides,
  }))
  await db.insertInto('outbox').values(rows).execute()
  await db
    .updateTable('outbox')
    .set({ published_at: getSecondsAgo(30), failed_at: getSecondsAgo(25) })
    .execute()
}

const listUnpublished = async () =>
  (
    await db.selectFrom('outbox').select('subject').where('published_at', 'is', null).orderBy('id').execute()
  ).map(({ subject }) => subject)

async function recordFailureNow() {
  await recordProviderFailure('mail', { elapsedMs: 0, probeMs })
}

/** Moves the last attempt at the mail server into the past. */
const makeProbeDue = () =>
  db
    .updateTable('providers')
    .set({ probed_at: getSecondsAgo(21) })
    .execute()

beforeEach(() => db.deleteFrom('providers').execute())

test('only one effect per interval tries a failing provider, each effect in its turn', async () => {
  await makeWaitingEffects(5)
  await recordFailureNow()
  expect(await requeueWaiting(probeMs)).toBe(0)
  await makeProbeDue()
  const workers = [1, 2, 3]
  expect(await Promise.all(workers.map(() => requeueWaiting(probeMs)))).toContain(1)
  expect(await listUnpublished()).toHaveLength(1)
  expect(await requeueWaiting(probeMs)).toBe(0)
  await db
    .updateTable('outbox')
    .set({ published_at: getSecondsAgo(0) })
    .where('published_at', 'is', null)
    .execute()
  await makeProbeDue()
  await requeueWaiting(probeMs)
  expect(await listUnpublished()).toEqual(['2'])
})

test('the first success releases the effects that wait for the provider, oldest first, in batches', async () => {
  await makeWaitingEffects(60)
  await db.updateTable('outbox').set({ provider: 'gateway' }).where('subject', '=', '60').execute()
  await recordFailureNow()
  await recordProviderFailure('gateway', { elapsedMs: 0, probeMs })
  await recordProviderSuccess(['mail'])
  await requeueWaiting(probeMs)
  const firstSubjects = Array.from({ length: 25 }, (_, index) => String(index + 1))
  expect(await listUnpublished()).toEqual(firstSubjects)
  expect(await requeueWaiting(probeMs)).toBe(0)
  // Ten effects are done, and ten new ones replace them.
  await db
    .updateTable('outbox')
    .set({ done_at: new Date(), provider: null })
    .where('id', 'in', await findIds(firstSubjects.slice(0, 10)))
    .execute()
  expect(await requeueWaiting(probeMs)).toBe(10)
  expect((await listUnpublished()).slice(-1)).toEqual(['35'])
})

async function findIds(subjects: string[]) {
  const rows = await db.selectFrom('outbox').select('id').where('subject', 'in', subjects).execute()
  return rows.map(({ id }) => id)
}

test('an effect that is already published or leased is not published again', async () => {
  await makeWaitingEffects(2)
  await recordFailureNow()
  await recordProviderSuccess(['mail'])
  const [leasedId = 0, recentId = 0] = await findIds(['1', '2'])
  await claimOutboxRow(leasedId, 60_000)
  await db
    .updateTable('outbox')
    .set({ published_at: getSecondsAgo(5) })
    .where('id', '=', recentId)
    .execute()
  expect(await requeueWaiting(probeMs)).toBe(0)
})

test('an effect waits longer after each failure of its own, but not after failures of its provider', async () => {
  await makeWaitingEffects(1, { lone_failures: 3 })
  await recordFailureNow()
  await recordProviderSuccess(['mail'])
  const [id = 0] = await findIds(['1'])
  const isRequeuedAfter = async (lone_failures: number, seconds: number) => {
    await db
      .updateTable('outbox')
      .set({ lone_failures, published_at: getSecondsAgo(seconds) })
      .execute()
    return (await requeueWaiting(probeMs)) === 1
  }
  // The wait is 20 seconds after three failures, 40 after four, and 64 times 20 at most.
  expect([await isRequeuedAfter(3, 21), await isRequeuedAfter(4, 39), await isRequeuedAfter(4, 41)]).toEqual([
    true,
    false,
    true,
  ])
  expect([await isRequeuedAfter(99, 20 * 63), await isRequeuedAfter(99, 20 * 65)]).toEqual([false, true])
  const loadLoneFailures = async () =>
    (await db.selectFrom('outbox').select('lone_failures').where('id', '=', id).executeTakeFirstOrThrow())
      .lone_failures
  await db
    .updateTable('outbox')
    .set({ lone_failures: 0, failed_at: getSecondsAgo(25) })
    .execute()
  await failLeasedEffect(id)
  expect(await loadLoneFailures()).toBe(1)
  // No attempt has succeeded, so the failure counts as the provider's again.
  await db
    .updateTable('providers')
    .set({ succeeded_at: getSecondsAgo(60) })
    .execute()
  await failLeasedEffect(id)
  expect(await loadLoneFailures()).toBe(1)
})

async function failLeasedEffect(id: number) {
  const claimedRow = await claimOutboxRow(id, 60_000)
  if (typeof claimedRow === 'string') throw new Error(claimedRow)
  await markFailed({ id, leases: [claimedRow.lease] }, 'mail not taken', failure)
}

test('ignores the failure of an attempt that began before the last success, but not of a later attempt', async () => {
  await recordFailureNow()
  await recordProviderSuccess(['mail'])
  const loadFailingSince = async () =>
    (await db.selectFrom('providers').select('failing_since').executeTakeFirstOrThrow()).failing_since
  expect(await loadFailingSince()).toBeNull()
  await recordProviderFailure('mail', { elapsedMs: 5_000, probeMs })
  expect(await loadFailingSince()).toBeNull()
  await db
    .updateTable('providers')
    .set({ succeeded_at: getSecondsAgo(10) })
    .execute()
  expect(await recordProviderFailure('mail', { elapsedMs: 5_000, probeMs })).toBe(false)
  expect(await loadFailingSince()).toBeInstanceOf(Date)
  await db
    .updateTable('providers')
    .set({ failing_since: getSecondsAgo(21) })
    .execute()
  expect(await recordProviderFailure('mail', { elapsedMs: 5_000, probeMs })).toBe(true)
})

test('stores no row for a provider that never failed, and clears the provider of a done effect', async () => {
  await recordProviderSuccess(['pdf', 'storage'])
  expect(await db.selectFrom('providers').selectAll().execute()).toEqual([])
  await makeWaitingEffects(1)
  const [id = 0] = await findIds(['1'])
  await markDone(id)
  expect(await db.selectFrom('outbox').select('provider').execute()).toEqual([{ provider: null }])
})
