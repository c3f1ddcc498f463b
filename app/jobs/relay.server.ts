import type { Queue } from 'bullmq'
import { env } from '#app/env.server.ts'
import type { Job } from '#app/jobs/job.ts'
import { jobNamed } from '#app/jobs/registry.server.ts'
import { log } from '#app/log.server.ts'
import {
  listUnpublished,
  markPublished,
  type OutboxRow,
  oldestOpen,
  redriveStale,
} from '#app/models/outbox.server.ts'

const BATCH = 100
const ALERT_AFTER_MS = 5 * 60_000

type Queues = Record<Job['queue'], Queue>

/**
 * Offers undone outbox rows to the queues. The job id follows from the row, so offering twice is harmless,
 * and no lock is held while Redis is asked. A row of an unknown job waits for a version that knows it.
 */
export async function relayOnce(queues: Queues): Promise<number> {
  const rows = await listUnpublished(BATCH)
  for (const row of rows) {
    const job = jobNamed(row.job)
    if (!job) continue
    await queues[job.queue].add(row.job, { outboxId: row.id }, { jobId: jobIdOf(row) })
    await markPublished(row.id)
  }
  return rows.length
}

/** Offers rows again that were published long ago and never done: lost Redis, worker killed twice. */
export async function reconcileOnce(): Promise<number> {
  const redriven = await redriveStale(new Date(Date.now() - env.REDRIVE_AFTER_MS))
  if (redriven > 0) log.warn({ redriven }, 'outbox rows offered again')
  const oldest = await oldestOpen()
  const age = oldest ? Date.now() - oldest.getTime() : 0
  if (age > ALERT_AFTER_MS)
    log.error({ ageSeconds: Math.round(age / 1000) }, 'alert: outbox row open for too long')
  return redriven
}

/** Runs `step` every `intervalMs` until stopped; a failing step is logged and tried at the next turn. */
export function repeat(name: string, intervalMs: number, step: () => Promise<unknown>) {
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> = Promise.resolve()
  const turn = async () => {
    await step().catch((error) => log.warn({ err: error, step: name }, 'step failed, will be repeated'))
    if (!stopped) timer = setTimeout(start, intervalMs)
  }
  const start = () => {
    running = turn()
  }
  start()
  return {
    async stop() {
      stopped = true
      clearTimeout(timer)
      await running
    },
  }
}

function jobIdOf({ id, redrives }: OutboxRow): string {
  return redrives === 0 ? `evt-${id}` : `evt-${id}-r${redrives}`
}
