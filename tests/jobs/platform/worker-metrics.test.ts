import { sql } from 'kysely'
import { afterAll, expect, test, vi } from 'vitest'
import { openQueues } from '#app/jobs/platform/queues.server.ts'
import { runOutboxJob } from '#app/jobs/platform/run-outbox-job.server.ts'
import { schedules } from '#app/jobs/schedules.server.ts'
import { recordBackup } from '#app/models/platform/backup.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { recordHeartbeat } from '#app/models/platform/worker-heartbeat.server.ts'
import { limitReads } from '#app/telemetry/shop-metrics.server.ts'
import { makeWorkerMetrics } from '#app/telemetry/worker-metrics.server.ts'
import { makeOrder } from '#tests/factories/orders.ts'
import { makeDownload } from '#tests/factories/publications.ts'
import { openShop } from '#tests/factories/shop.ts'

const { queues, close } = openQueues()
const unreachable = openQueues('redis://127.0.0.1:1')
const scheduleNames = schedules.map(({ name }) => name)
afterAll(() => Promise.all([close(), unreachable.close()]))

const readQueueState = async () => ({ isReady: true })
const makeMetrics = () => makeWorkerMetrics({ queues, schedules: scheduleNames, readQueueState })

test('reports open effects with the oldest age, boletos not yet issued, and finished jobs by outcome', async () => {
  await openShop()
  await makeOrder({ [await makeDownload()]: 1 })
  const { read } = makeMetrics()
  const textBefore = await read()
  expect(textBefore).toMatch(/aeropub_outbox_effects\{state="open"\} [1-9]/)
  expect(textBefore).toMatch(/aeropub_outbox_oldest_seconds [\d.]+/)
  expect(textBefore).toContain('aeropub_database_up 1')
  expect(textBefore).toContain('aeropub_boletos_stuck{state="missing"} 1')
  const row = await db
    .selectFrom('outbox')
    .select('id')
    .where('job', '=', 'issue-boleto')
    .executeTakeFirstOrThrow()
  await runOutboxJob(row.id)
  const textAfter = await read()
  expect(textAfter).toContain('aeropub_jobs_total{job="issue-boleto",outcome="done"} 1')
  expect(textAfter).toContain('aeropub_job_seconds_count{job="issue-boleto"} 1')
})

test('counts refused jobs', async () => {
  // Without a bank agreement, which `openShop` stores, no boleto can be issued.
  await makeOrder({ [await makeDownload()]: 1 })
  const { read } = makeMetrics()
  const row = await db
    .selectFrom('outbox')
    .select('id')
    .where('job', '=', 'issue-boleto')
    .executeTakeFirstOrThrow()
  await runOutboxJob(row.id)
  const text = await read()
  expect(text).toContain('aeropub_jobs_total{job="issue-boleto",outcome="refused"} 1')
  expect(text).toContain('aeropub_outbox_effects{state="refused"} 1')
})

test('reports unmatched payments and the age of the backup', async () => {
  expect(await makeMetrics().read()).toContain('aeropub_backup_age_seconds +Inf')
  await recordBackup(new Date(Date.now() - 3_600_000))
  expect(await makeMetrics().read()).toMatch(/aeropub_backup_age_seconds 36\d\d/)
  expect(await makeMetrics().read()).toContain('aeropub_payments_open{problem="unmatched"} 0')
})

test.each([-2, 2])('counts a worker with a clock %i h off for a minute after a heartbeat', async (hours) => {
  const worker = { worker: 'w', host: 'h', pid: 1, startedAt: new Date(), queues: {}, schedules: [] }
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + hours * 3_600_000 })
  await recordHeartbeat({ ...worker, lanes: ['mail'] }).finally(() => vi.useRealTimers())
  const text = await makeMetrics().read()
  expect(text).toContain('aeropub_lane_workers{lane="mail"} 1')
  expect(text).toContain('aeropub_lane_workers{lane="pdf"} 0')
  await db.updateTable('worker_heartbeats').set({ at: sql`date_sub(now(3), interval 61 second)` }).execute()
  expect(await makeMetrics().read()).toContain('aeropub_lane_workers{lane="mail"} 0')
})

test('reports the connections of the pool', async () => {
  const text = await makeMetrics().read()
  expect(text).toMatch(/aeropub_database_connections\{pool="shop",state="limit"\} [1-9]/)
  expect(text).toMatch(/aeropub_database_connections\{pool="shop",state="idle"\} [1-9]/)
  expect(text).toContain('aeropub_database_waiting{pool="shop"} 0')
})

test('reports the other metrics when Redis is down', async () => {
  expect(await makeMetrics().read()).toContain('aeropub_queue_jobs{lane="mail",state="waiting"}')
  const text = await makeWorkerMetrics({
    queues: unreachable.queues,
    schedules: scheduleNames,
    readQueueState,
  }).read()
  expect(text).toContain('aeropub_redis_up 0')
  expect(text).not.toContain('aeropub_queue_jobs')
  expect(text).toContain('aeropub_database_up 1')
})

test('labels contain no numbers, addresses or names of people', async () => {
  await openShop()
  await makeOrder({ [await makeDownload()]: 1 })
  const rows = await db.selectFrom('outbox').select('id').execute()
  const { read } = makeMetrics()
  for (const { id } of rows) await runOutboxJob(id).catch(() => undefined)
  const labels = [...(await read()).matchAll(/(\w+)="([^"]*)"/g)].filter(([, name]) => name !== 'le')
  expect(labels.length).toBeGreaterThan(20)
  expect(labels.filter(([, , value = '']) => !/^[a-z][a-z_-]*$/.test(value))).toEqual([])
})

test('returns false for a hanging check and runs it once', async () => {
  let checkCount = 0
  const read = limitReads(
    'hanging',
    () => {
      checkCount += 1
      return new Promise(() => {})
    },
    { limitMs: 1 },
  )
  expect(await Promise.all([read(), read()])).toEqual([false, false])
  expect(await read()).toBe(false)
  expect(checkCount).toBe(1)
})

test('returns false for a failing check and caches the result', async () => {
  let checkCount = 0
  const read = limitReads('failing', async () => {
    checkCount += 1
    throw new Error('away')
  })
  expect([await read(), await read()]).toEqual([false, false])
  expect(checkCount).toBe(1)
})
