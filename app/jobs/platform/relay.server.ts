import { getQueuePriority } from '#app/domain/platform/urgency.ts'
import { env } from '#app/env.server.ts'
import type { Queues } from '#app/jobs/platform/queues.server.ts'
import { findJob, jobNames } from '#app/jobs/registry.server.ts'
import { log } from '#app/log.server.ts'
import { findOldestOpenWebhookEvent } from '#app/models/payments/gateway-event.server.ts'
import { findEpoch } from '#app/models/platform/backup.server.ts'
import { readDatabaseClock } from '#app/models/platform/db.server.ts'
import {
  findOldestOverdue,
  listUnpublished,
  markPublished,
  type OutboxRow,
  requeueStale,
} from '#app/models/platform/outbox.server.ts'
import { requeueWaiting } from '#app/models/platform/provider.server.ts'

const BATCH_SIZE = 100
const ALERT_AFTER_MS = 5 * 60_000

/** Publishes open rows. Needs no lock because the row determines the job's id. Jobs that this version lacks wait. */
export async function relayOnce(queues: Queues): Promise<number> {
  const rows = await listUnpublished(jobNames, BATCH_SIZE)
  const epoch = rows.length > 0 ? await findEpoch() : ''
  for (const row of rows) {
    const job = findJob(row.job)
    if (!job) continue
    const jobOptions = { jobId: formatJobId(row, epoch), priority: getQueuePriority(row.due_by) }
    await queues[job.queue].add(row.job, { outboxId: row.id }, jobOptions)
    await markPublished(row.id)
  }
  return rows.length
}

/** Queues effects again if their provider works again. Needs no Redis. */
export async function requeueWaitingOnce(): Promise<number> {
  const requeuedCount = await requeueWaiting(env.PROBE_INTERVAL_MS)
  if (requeuedCount > 0) log.info({ woken: requeuedCount }, 'effects waiting for a provider requeued')
  return requeuedCount
}

/** Queues rows again that were published long ago. Redis may have lost data, or a worker may have been killed. */
export async function reconcileOnce(): Promise<number> {
  const requeuedCount = await requeueStale(env.REQUEUE_AFTER_MS)
  if (requeuedCount > 0) log.warn({ requeued: requeuedCount }, 'outbox rows requeued')
  await alertIfOld(await findOldestOverdue(), 'alert: outbox row open for too long')
  // A rejected event closes its row, but it may concern money, so it also causes an alert.
  await alertIfOld(await findOldestOpenWebhookEvent(), 'alert: webhook event open for too long')
  return requeuedCount
}

/** Logs an alert if `since` is too long ago. Uses the database's clock because this machine's clock may be wrong. */
async function alertIfOld(since: Date | null, message: string): Promise<void> {
  if (!since) return
  const now = await readDatabaseClock()
  const ageMs = now.getTime() - since.getTime()
  if (ageMs > ALERT_AFTER_MS) log.error({ ageSeconds: Math.round(ageMs / 1000) }, message)
}

const MAX_REPEAT_MS = 10_000

/** Runs `step` every `intervalMs` until stopped, with back-off. Logs the first failure and the recovery. */
export function repeatStep(name: string, intervalMs: number, step: () => Promise<unknown>) {
  let isStopped = false
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> = Promise.resolve()
  let failures = 0
  const runStep = async () => {
    try {
      await step()
      if (failures > 0) log.info({ step: name, failures }, 'loop recovered')
      failures = 0
    } catch (error) {
      if (failures === 0) log.warn({ err: error, step: name }, 'step failed, will be repeated')
      failures += 1
    }
    const maxIntervalMs = Math.max(intervalMs, MAX_REPEAT_MS)
    const backedOffMs = intervalMs * 2 ** Math.min(failures, 20)
    if (!isStopped) timer = setTimeout(start, Math.min(backedOffMs, maxIntervalMs))
  }
  const start = () => {
    running = runStep()
  }
  start()
  return {
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await running
    },
  }
}

/** Returns a job's id. Each restore and requeue changes it because Redis ignores ids that it knows. */
function formatJobId({ id, requeues }: OutboxRow, epoch: string): string {
  const epochParts = epoch ? [epoch] : []
  const requeueParts = requeues > 0 ? [`r${requeues}`] : []
  return ['evt', ...epochParts, id, ...requeueParts].join('-')
}
