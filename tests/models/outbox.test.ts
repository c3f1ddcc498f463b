import { expect, test } from 'vitest'
import { db, withTransaction } from '#app/models/db.server.ts'
import {
  addToOutbox,
  claimOutboxRow,
  isRefused,
  listUnpublished,
  markDone,
  markFailed,
  markPublished,
  markRefused,
  oldestOpen,
  redriveStale,
} from '#app/models/outbox.server.ts'

async function makeRow(job = 'issue-boleto', subject = '7') {
  await withTransaction((trx) => addToOutbox(trx, [job], subject))
  const row = await db.selectFrom('outbox').select('id').orderBy('id', 'desc').executeTakeFirstOrThrow()
  return row.id
}

test('the same effect of the same subject is one row', async () => {
  await makeRow()
  await makeRow()
  await makeRow('issue-boleto', '8')
  expect(await listUnpublished(10)).toHaveLength(2)
})

test('a transaction that fails promises nothing', async () => {
  const failing = withTransaction(async (trx) => {
    await addToOutbox(trx, ['issue-boleto'], '7')
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  expect(await listUnpublished(10)).toEqual([])
})

test('of twenty workers that claim a row at once, one holds it', async () => {
  const id = await makeRow()
  const claims = await Promise.all(Array.from({ length: 20 }, () => claimOutboxRow(id, 60_000)))
  expect(claims.filter((claim) => claim === 'held')).toHaveLength(19)
})

test('a lease that ran out can be taken again, a failed try gives it back at once', async () => {
  const id = await makeRow()
  await claimOutboxRow(id, -1)
  expect(await claimOutboxRow(id, 60_000)).toMatchObject({ id })
  expect(await claimOutboxRow(id, 60_000)).toBe('held')
  await markFailed(id, 'x'.repeat(1000))
  expect(await claimOutboxRow(id, 60_000)).toMatchObject({ id })
})

test('a row that is done or refused is settled for ever', async () => {
  const done = await makeRow()
  const refused = await makeRow('render-slip')
  await markDone(done)
  await markRefused(refused, 'no bank agreement')
  expect(await claimOutboxRow(done, 1000)).toBe('settled')
  expect(await claimOutboxRow(refused, 1000)).toBe('settled')
  expect(await claimOutboxRow(4_000_000, 1000)).toBe('settled')
  expect([await isRefused('render-slip', '7'), await isRefused('issue-boleto', '7')]).toEqual([true, false])
  expect(await listUnpublished(10)).toEqual([])
  expect(await oldestOpen()).toBeNull()
})

test('a published row that nobody finished is offered again, one in work is not', async () => {
  const lost = await makeRow()
  const inWork = await makeRow('render-slip')
  const finished = await makeRow('tell-order-received')
  for (const id of [lost, inWork, finished]) await markPublished(id)
  await claimOutboxRow(inWork, 60_000)
  await markDone(finished)
  expect(await redriveStale(new Date(Date.now() - 60_000))).toBe(0)
  expect(await redriveStale(new Date(Date.now() + 1000))).toBe(1)
  expect(await listUnpublished(10)).toMatchObject([{ id: lost, redrives: 1 }])
  expect(await oldestOpen()).toBeInstanceOf(Date)
})
