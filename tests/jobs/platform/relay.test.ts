import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { openQueues } from '#app/jobs/platform/queues.server.ts'
import { reconcileOnce, relayOnce } from '#app/jobs/platform/relay.server.ts'
import { log } from '#app/log.server.ts'
import { storeWebhookEvent } from '#app/models/payments/gateway-event.server.ts'
import { db, withTransaction } from '#app/models/platform/db.server.ts'
import { addToOutbox, listUnpublished } from '#app/models/platform/outbox.server.ts'
import { startRedis } from '../../../scripts/dev-services/redis.mjs'

const unknownJob = 'sing-a-song'
const jobNames = ['issue-boleto', 'render-boleto', unknownJob]
let folder: string
let redis: Awaited<ReturnType<typeof startRedis>>
let queues: ReturnType<typeof openQueues>

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'aeropub-relay-'))
  redis = await startRedis({ dir: folder })
  queues = openQueues(redis.url)
  await queues.queues.work.waitUntilReady()
  await queues.queues.pdf.waitUntilReady()
})

beforeEach(async () => {
  await queues.queues.work.obliterate({ force: true })
  await queues.queues.pdf.obliterate({ force: true })
})

afterAll(async () => {
  await queues.close()
  await redis.stop()
  await rm(folder, { recursive: true, force: true })
})

async function listWaiting() {
  const jobs = [...(await queues.queues.work.getPrioritized()), ...(await queues.queues.pdf.getPrioritized())]
  return jobs.map((job) => `${job.queueName} ${job.name} ${job.id}`).sort()
}

test('publishes each row once to the queue of its job', async () => {
  await withTransaction((trx) => addToOutbox(trx, ['issue-boleto', 'render-boleto'], '7'))
  const rows = await listUnpublished(jobNames, 10)
  await relayOnce(queues.queues)
  await relayOnce(queues.queues)
  const [issue, print] = rows.map((row) => row.id)
  expect(await listWaiting()).toEqual([`pdf render-boleto evt-${print}`, `work issue-boleto evt-${issue}`])
  expect(await listUnpublished(jobNames, 10)).toEqual([])
})

test('a republished row has a new job id, because the queue may still store the old one', async () => {
  await withTransaction((trx) => addToOutbox(trx, ['issue-boleto'], '7'))
  await relayOnce(queues.queues)
  await db
    .updateTable('outbox')
    .set({ published_at: new Date(Date.now() - 3_600_000) })
    .execute()
  expect(await reconcileOnce()).toBe(1)
  await relayOnce(queues.queues)
  const [row] = await db.selectFrom('outbox').select(['id', 'requeues']).execute()
  expect(row?.requeues).toBe(1)
  expect(await listWaiting()).toEqual([
    `work issue-boleto evt-${row?.id}`,
    `work issue-boleto evt-${row?.id}-r1`,
  ])
})

test('logs an alert for a webhook event open for five minutes, even with a rejected effect', async () => {
  const webhookEvent = { eventId: 'evt_1', name: 'PAYMENT_RECEIVED', externalId: 'pay_1', reference: null }
  await storeWebhookEvent({ ...webhookEvent, happenedAt: null })
  await db.updateTable('outbox').set({ refused_at: new Date() }).execute()
  const error = vi.spyOn(log, 'error')
  await reconcileOnce()
  expect(error).not.toHaveBeenCalled()
  const sixMinutesAgo = new Date(Date.now() - 6 * 60_000)
  await db.updateTable('gateway_events').set({ received_at: sixMinutesAgo }).execute()
  await reconcileOnce()
  const expectedText = 'alert: webhook event open for too long'
  expect(error.mock.calls).toEqual([[{ ageSeconds: expect.any(Number) }, expectedText]])
  await db.updateTable('gateway_events').set({ processed_at: new Date() }).execute()
  await reconcileOnce()
  expect(error).toHaveBeenCalledTimes(1)
  error.mockRestore()
})

test('logs an alert for an old row, but none for a fresh row even if the worker’s clock is two hours ahead', async () => {
  await withTransaction((trx) => addToOutbox(trx, ['issue-boleto'], '7'))
  const error = vi.spyOn(log, 'error')
  const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 2 * 3_600_000)
  await reconcileOnce()
  expect(error).not.toHaveBeenCalled()
  clock.mockRestore()
  const sixMinutesAgo = new Date(Date.now() - 6 * 60_000)
  await db.updateTable('outbox').set({ due_by: sixMinutesAgo, created_at: sixMinutesAgo }).execute()
  await reconcileOnce()
  expect(error).toHaveBeenCalledWith(expect.anything(), 'alert: outbox row open for too long')
  error.mockRestore()
})

test('rows of an unknown job wait in any number without delaying others', async () => {
  const rows = Array.from({ length: 120 }, (_, index) => ({ job: unknownJob, subject: String(index) }))
  await db.insertInto('outbox').values(rows).execute()
  await withTransaction((trx) => addToOutbox(trx, ['issue-boleto'], '7'))
  await relayOnce(queues.queues)
  expect(await listWaiting()).toMatchObject([expect.stringContaining('work issue-boleto')])
  expect(await listUnpublished(jobNames, 200)).toHaveLength(120)
})
