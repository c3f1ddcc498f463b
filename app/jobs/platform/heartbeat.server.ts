import { randomBytes } from 'node:crypto'
import { hostname } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import type { Queue } from 'bullmq'
import { type Lane, lanes } from '#app/domain/platform/lane.ts'
import { getNextRun } from '#app/domain/platform/schedule.ts'
import type { Queues } from '#app/jobs/platform/queues.server.ts'
import { schedules } from '#app/jobs/schedules.server.ts'
import {
  deleteHeartbeat,
  type QueueCounts,
  recordHeartbeat,
} from '#app/models/platform/worker-heartbeat.server.ts'

export const BEAT_INTERVAL_MS = 15_000
/** The milliseconds for connecting to Redis and counting. */
const REDIS_TIMEOUT_MS = 1_500

/** Stores and deletes the worker's state in the database, because pages do not use Redis (0003). */
export function buildHeartbeat(
  queues: Queues,
  ownLanes: readonly Lane[],
  readQueueState: () => Promise<{ isReady: boolean }>,
) {
  const workerIdentity = {
    worker: randomBytes(8).toString('hex'),
    host: hostname(),
    pid: process.pid,
    lanes: ownLanes,
    startedAt: new Date(),
  }
  return {
    async heartbeat() {
      const now = new Date()
      const plannedRuns = schedules.map(({ name, time }) => ({ name, next: getNextRun(time, now) }))
      const { isReady } = await readQueueState()
      const counts = isReady ? await countQueues(queues) : null
      await recordHeartbeat({ ...workerIdentity, queues: counts, schedules: plannedRuns })
    },
    end: () => deleteHeartbeat(workerIdentity.worker),
  }
}

/** Returns the number of jobs by queue and state; null if Redis does not answer in time. */
export async function countQueues(queues: Queues, limitMs = REDIS_TIMEOUT_MS): Promise<QueueCounts | null> {
  const queueCounts = Promise.all(lanes.map(async (lane) => [lane, await countJobs(queues[lane])] as const))
  const countsInTime = await Promise.race([
    queueCounts.catch(() => undefined),
    pause(limitMs, undefined, { ref: false }),
  ])
  if (!countsInTime) return null
  return Object.fromEntries(countsInTime)
}

async function countJobs(queue: Queue) {
  await queue.waitUntilReady()
  const {
    waiting = 0,
    prioritized = 0,
    active = 0,
    delayed = 0,
    failed = 0,
  } = await queue.getJobCounts('waiting', 'prioritized', 'active', 'delayed', 'failed')
  return { waiting: waiting + prioritized, active, delayed, failed }
}
