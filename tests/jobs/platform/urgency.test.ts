import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'bullmq'
import { Redis } from 'ioredis'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { effectUrgencies } from '#app/domain/platform/effect.ts'
import { countQueues } from '#app/jobs/platform/heartbeat.server.ts'
import { openQueues, queuePrefix } from '#app/jobs/platform/queues.server.ts'
import { relayOnce } from '#app/jobs/platform/relay.server.ts'
import { jobNames } from '#app/jobs/registry.server.ts'
import { db, withTransaction } from '#app/models/platform/db.server.ts'
import { addAllToOutbox, addToOutbox, listUnpublished } from '#app/models/platform/outbox.server.ts'
import { scaleRounds } from '#tests/support/attacks/chance.ts'
import { startRedis } from '../../../scripts/dev-services/redis.mjs'

const MAIL_COUNT = 2_000
let folder: string
let redis: Awaited<ReturnType<typeof startRedis>>
let queues: ReturnType<typeof openQueues>

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'aeropub-urgency-'))
  redis = await startRedis({ dir: folder })
  queues = openQueues(redis.url)
  await queues.queues.mail.waitUntilReady()
})

afterAll(async () => {
  await queues.close()
  await redis.stop()
  await rm(folder, { recursive: true, force: true })
})

const subjects = Array.from({ length: MAIL_COUNT }, (_, index) => String(index + 1))

/** Returns the names of the next jobs that a worker receives. */
async function receiveJobNames(count: number): Promise<string[]> {
  const connection = new Redis(redis.url, { maxRetriesPerRequest: null })
  const worker = new Worker('mail', undefined, { connection, prefix: queuePrefix, autorun: false })
  const names: string[] = []
  while (names.length < count) {
    const job = await worker.getNextJob(`take-${names.length}`)
    names.push(job?.name ?? 'none')
  }
  await worker.close()
  connection.disconnect()
  return names
}

test('sends a password link before many queued mails', {
  timeout: 120_000,
  meta: { slow: 'queues thousands of mails' },
}, async () => {
  const queuedSubjects = subjects.slice(0, scaleRounds(MAIL_COUNT))
  await withTransaction((trx) => addAllToOutbox(trx, 'mail-revision', queuedSubjects))
  while ((await relayOnce(queues.queues)) > 0);
  expect((await countQueues(queues.queues))?.mail?.waiting).toBe(queuedSubjects.length)
  await withTransaction((trx) => addToOutbox(trx, ['mail-payment-confirmed'], '1'))
  await withTransaction((trx) => addToOutbox(trx, ['send-password-link'], '1'))
  await relayOnce(queues.queues)
  expect(await receiveJobNames(3)).toEqual(['send-password-link', 'mail-payment-confirmed', 'mail-revision'])
})

test('the relay reads password links first, except after mails two days old', async () => {
  await withTransaction((trx) => addAllToOutbox(trx, 'mail-revision', subjects))
  await withTransaction((trx) => addToOutbox(trx, ['send-password-link'], '1'))
  const [firstRow] = await listUnpublished(jobNames, 100)
  expect(firstRow?.job).toBe('send-password-link')
  const subjectOfOldMail = '77'
  await db
    .updateTable('outbox')
    .set({ due_by: sql<Date>`date_sub(due_by, interval 49 hour)` })
    .where('subject', '=', subjectOfOldMail)
    .execute()
  expect((await listUnpublished(jobNames, 2)).map(({ job }) => job)).toEqual([
    'mail-revision',
    'send-password-link',
  ])
})

test('reads the next batch from an index without a sort', async () => {
  await withTransaction((trx) => addAllToOutbox(trx, 'mail-revision', subjects))
  await withTransaction((trx) => addAllToOutbox(trx, 'mail-expiry', subjects))
  await db.updateTable('outbox').set({ done_at: new Date() }).where('job', '=', 'mail-expiry').execute()
  await sql`analyze table outbox`.execute(db)
  const { rows } = await sql`explain select id from outbox
    where done_at is null and refused_at is null and published_at is null and job in ('mail-revision')
    order by due_by, id limit 100`.execute(db)
  expect(JSON.stringify(rows)).toContain('outbox_due')
  expect(JSON.stringify(rows)).not.toMatch(/filesort|-> Sort/)
})

test('every registered job has an urgency', () => {
  expect([...jobNames].sort()).toEqual([...effectUrgencies.keys()].sort())
})
