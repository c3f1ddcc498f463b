import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Effect } from '#app/domain/platform/effect.ts'
import { db, withTransaction } from '#app/models/platform/db.server.ts'
import {
  addToOutbox,
  claimOutboxRow,
  findEffectState,
  findOldestOverdue,
  listUnpublished,
  markDone,
  markFailed,
  markPublished,
  markRefused,
  renewLease,
  requeueStale,
  settleEffect,
} from '#app/models/platform/outbox.server.ts'

const jobNames = ['issue-boleto', 'render-boleto', 'mail-order-received']

async function queueEffect(job: Effect = 'issue-boleto', subject = '7') {
  await withTransaction((trx) => addToOutbox(trx, [job], subject))
  const queuedEffect = await db
    .selectFrom('outbox')
    .select('id')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  return queuedEffect.id
}

test('stores a repeated effect on the same subject only once', async () => {
  await queueEffect()
  await queueEffect()
  await queueEffect('issue-boleto', '8')
  expect(await listUnpublished(jobNames, 10)).toHaveLength(2)
})

test('publishes the mail of an order without boleto a minute after its row was created', async () => {
  const id = await queueEffect('mail-order-without-boleto')
  const jobs = ['mail-order-without-boleto']
  expect(await listUnpublished(jobs, 10)).toEqual([])
  const { created_at, not_before } = await db
    .selectFrom('outbox')
    .select(['created_at', 'not_before'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(Math.round(((not_before?.getTime() ?? 0) - created_at.getTime()) / 1000)).toBe(60)
  await db.updateTable('outbox').set({ not_before: created_at }).execute()
  expect(await listUnpublished(jobs, 10)).toMatchObject([{ id }])
})

test('settles an effect that is no longer needed, unless a worker holds its lease', async () => {
  const settleIssue = () => withTransaction((trx) => settleEffect(trx, 'issue-boleto', '7'))
  const id = await queueEffect()
  await claimOutboxRow(id, 60_000)
  await settleIssue()
  expect(await findEffectState('issue-boleto', '7')).toBe('open')
  await db.updateTable('outbox').set({ lease_until: null }).execute()
  await settleIssue()
  expect(await findEffectState('issue-boleto', '7')).toBe('done')
})

test('reports an open effect as late after a minute', async () => {
  await queueEffect()
  const loadState = () => findEffectState('issue-boleto', '7')
  expect(await loadState()).toBe('open')
  await db
    .updateTable('outbox')
    .set({ created_at: sql<Date>`date_sub(now(3), interval 61 second)` })
    .execute()
  expect(await loadState()).toBe('late')
})

test('queues nothing when the transaction fails', async () => {
  const failingTransaction = withTransaction(async (trx) => {
    await addToOutbox(trx, ['issue-boleto'], '7')
    throw new Error('no')
  })
  await expect(failingTransaction).rejects.toThrow('no')
  expect(await listUnpublished(jobNames, 10)).toEqual([])
})

test('leases a row to only one of twenty concurrent workers', async () => {
  const id = await queueEffect()
  const claims = await Promise.all(Array.from({ length: 20 }, () => claimOutboxRow(id, 60_000)))
  expect(claims.filter((claim) => claim === 'held')).toHaveLength(19)
})

test('an expired lease can be claimed again, and a failed attempt releases its lease at once', async () => {
  const id = await queueEffect()
  const expiredLeaseMs = -1
  await claimOutboxRow(id, expiredLeaseMs)
  expect(await claimOutboxRow(id, 60_000)).toMatchObject({ id })
  expect(await claimOutboxRow(id, 60_000)).toBe('held')
  const { lease_until } = await db.selectFrom('outbox').select('lease_until').executeTakeFirstOrThrow()
  const tooLongError = 'x'.repeat(1000)
  await markFailed({ id, leases: lease_until ? [lease_until] : [] }, tooLongError)
  expect(await claimOutboxRow(id, 60_000)).toMatchObject({ id })
})

test('a done, rejected or unknown row cannot be claimed', async () => {
  const finishedId = await queueEffect()
  const rejectedId = await queueEffect('render-boleto')
  await markDone(finishedId)
  const claimedRow = await claimOutboxRow(rejectedId, 1000)
  if (typeof claimedRow === 'string') throw new Error(claimedRow)
  await markRefused({ id: rejectedId, leases: [claimedRow.lease] }, 'no bank agreement')
  expect(await claimOutboxRow(finishedId, 1000)).toBe('settled')
  expect(await claimOutboxRow(rejectedId, 1000)).toBe('settled')
  const unknownId = 4_000_000
  expect(await claimOutboxRow(unknownId, 1000)).toBe('settled')
  const states = ['render-boleto', 'issue-boleto', 'mail-order-received'].map((job) =>
    findEffectState(job, '7'),
  )
  expect(await Promise.all(states)).toEqual(['refused', 'done', undefined])
  await queueEffect('render-boleto', '8')
  expect(await findEffectState('render-boleto', '8')).toBe('open')
})

test('publishes an unfinished row again after a minute, but not a leased or finished row', async () => {
  const lostId = await queueEffect()
  const leasedId = await queueEffect('render-boleto')
  const finishedId = await queueEffect('mail-order-received')
  for (const id of [lostId, leasedId, finishedId]) await markPublished(id)
  await claimOutboxRow(leasedId, 600_000)
  await markDone(finishedId)
  const getTimeAfter = (seconds: number) => new Date(Date.now() + seconds * 1000)
  expect(await requeueStale(60_000, getTimeAfter(50))).toBe(0)
  expect(await requeueStale(60_000, getTimeAfter(61))).toBe(1)
  expect(await listUnpublished(jobNames, 10)).toMatchObject([{ id: lostId, requeues: 1 }])
  expect(await findOldestOverdue()).toBeInstanceOf(Date)
})

test('doubles the wait before each further publication, up to 64 minutes', async () => {
  const id = await queueEffect()
  const isRequeuedAfter = async (requeues: number, minutes: number) => {
    const now = new Date()
    const published_at = new Date(now.getTime() - minutes * 60_000)
    await db.updateTable('outbox').set({ requeues, published_at }).where('id', '=', id).execute()
    return (await requeueStale(60_000, now)) === 1
  }
  for (const { requeues, tooEarly, due } of [
    { requeues: 0, tooEarly: 0.9, due: 1.1 },
    { requeues: 1, tooEarly: 1.1, due: 2.1 },
    { requeues: 3, tooEarly: 7.9, due: 8.1 },
    { requeues: 50, tooEarly: 63, due: 65 },
  ]) {
    expect(await isRequeuedAfter(requeues, tooEarly), `${requeues}, too early`).toBe(false)
    expect(await isRequeuedAfter(requeues, due), `${requeues}, due`).toBe(true)
  }
})

test('only the current owner renews, releases or rejects a lease', async () => {
  const id = await queueEffect()
  const expiredLeaseMs = -1000
  const expiredClaim = await claimOutboxRow(id, expiredLeaseMs)
  const currentClaim = await claimOutboxRow(id, 60_000)
  if (typeof expiredClaim === 'string' || typeof currentClaim === 'string') throw new Error('not claimed')
  const lostLease = { id, leases: [expiredClaim.lease] }
  expect(await renewLease(lostLease, new Date(Date.now() + 120_000))).toBe(false)
  await markFailed(lostLease, 'late')
  await markRefused(lostLease, 'late')
  expect(await claimOutboxRow(id, 1000)).toBe('held')
  const renewedUntil = new Date(Date.now() + 120_000)
  expect(await renewLease({ id, leases: [currentClaim.lease, renewedUntil] }, renewedUntil)).toBe(true)
  expect(await renewLease({ id, leases: [currentClaim.lease, renewedUntil] }, renewedUntil)).toBe(true)
  await markFailed({ id, leases: [currentClaim.lease] }, 'an old lease')
  expect(await claimOutboxRow(id, 1000)).toBe('held')
  await markFailed({ id, leases: [renewedUntil] }, 'really failed')
  expect(await claimOutboxRow(id, 1000)).toMatchObject({ id })
})
