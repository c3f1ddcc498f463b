import { Queue } from 'bullmq'
import type { Lane } from '#app/domain/platform/lane.ts'
import { openRedis, type RedisClient } from '#app/jobs/platform/redis.server.ts'
import { log } from '#app/log.server.ts'

/** The braces put all keys of the shop into one slot of a Redis Cluster. */
export const queuePrefix = '{aeropub}'

export type Queues = Record<Lane, Queue>

const HOUR = 3600
const options = {
  attempts: 6,
  backoff: { type: 'exponential', delay: 1_000 },
  removeOnComplete: { age: 24 * HOUR, count: 10_000 },
  removeOnFail: { age: 7 * 24 * HOUR, count: 10_000 },
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
  const open = (name: Lane) => {
    const queue = new Queue(name, {
      connection,
      prefix: queuePrefix,
      defaultJobOptions: options,
      // The version check runs once; if Redis is frozen at that time, every later `add` fails.
      skipVersionCheck: true,
    })
    queue.on('error', (error) => log.debug({ err: error, queue: name }, 'queue'))
    return queue
  }
  const queues: Queues = {
    work: open('work'),
    mail: open('mail'),
    pdf: open('pdf'),
    files: open('files'),
    reports: open('reports'),
    webhooks: open('webhooks'),
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
