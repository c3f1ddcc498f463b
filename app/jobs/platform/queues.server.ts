import { Queue } from 'bullmq'
import type { Lane } from '#app/domain/platform/lane.ts'
import { openRedis, type RedisClient } from '#app/jobs/platform/redis.server.ts'
import { log } from '#app/log.server.ts'

/** The braces put all keys of the shop into one slot of a Redis Cluster. */
export const queuePrefix = '{aeropub}'

export type Queues = Record<Lane, Queue>

const HOUR_SECONDS = 3600
const defaultJobOptions = {
  attempts: 6,
  backoff: { type: 'exponential', delay: 1_000 },
  removeOnComplete: { age: 24 * HOUR_SECONDS, count: 10_000 },
  removeOnFail: { age: 7 * 24 * HOUR_SECONDS, count: 10_000 },
}

/** Opens queues for adding. If Redis is down or frozen, `add` fails within a second. */
export function openQueues(url?: string) {
  const limits = {
    connectTimeout: 1_000,
    commandTimeout: 800,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
  }
  const connection = openRedis(limits, url)
  const openQueue = (name: Lane) => {
    const queue = new Queue(name, {
      connection,
      prefix: queuePrefix,
      defaultJobOptions,
      // The version check runs once. If Redis is frozen at that time, every later `add` fails.
      skipVersionCheck: true,
    })
    queue.on('error', (error) => log.debug({ err: error, queue: name }, 'queue'))
    return queue
  }
  const queues: Queues = {
    work: openQueue('work'),
    mail: openQueue('mail'),
    pdf: openQueue('pdf'),
    files: openQueue('files'),
    reports: openQueue('reports'),
    webhooks: openQueue('webhooks'),
  }
  return {
    queues,
    connection,
    async close() {
      await Promise.allSettled(Object.values(queues).map((queue) => queue.close()))
      connection.disconnect()
    },
  }
}

export function openWorkerConnection(): RedisClient {
  return openRedis({ maxRetriesPerRequest: null })
}
