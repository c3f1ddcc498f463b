import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { queuePrefix } from '#app/jobs/platform/queues.server.ts'
import type { RedisClient } from '#app/jobs/platform/redis.server.ts'
import { log } from '#app/log.server.ts'

const LOG_INTERVAL_MS = 60_000
/** The milliseconds for connecting to Redis, and for writing a value. */
const TIMEOUT_MS = 1_500
const PROBE_EXPIRY_MS = 60_000

const REFUSAL_PATTERN = /\b(NOAUTH|WRONGPASS|NOPERM|invalid password)\b/

export type QueueState = { isReady: true } | { isReady: false; reason: string; isRefused: boolean }

type Options = { onFirstRefusal?: (reason: string) => void; now?: () => number }

/**
 * Returns a function that checks Redis by writing, because a server that is read-only, full or rejects the login still
 * answers. Logs outage and recovery. Calls `onFirstRefusal` if the first login is rejected.
 */
export function watchQueues(
  connection: RedisClient,
  { onFirstRefusal = () => undefined, now = () => performance.now() }: Options = {},
): () => Promise<QueueState> {
  let lastError: Error | undefined
  let wasReady = false
  let loggedAt: number | undefined
  let currentCheck: Promise<QueueState> | undefined
  connection.on('error', (error) => {
    lastError = error
  })
  connection.on('ready', () => {
    lastError = undefined
  })

  async function checkQueues(): Promise<QueueState> {
    await waitUntilOpen(connection)
    const error = await findWriteError(connection)
    if (!error) {
      if (loggedAt !== undefined) log.info('the queues in Redis can be used again')
      loggedAt = undefined
      wasReady = true
      return { isReady: true }
    }
    const messages = [error, lastError].flatMap((cause) => listMessages(cause))
    const reason = [...new Set(messages)].join('; ')
    const isRefused = REFUSAL_PATTERN.test(reason)
    if (isRefused && !wasReady) onFirstRefusal(reason)
    if (loggedAt === undefined || now() - loggedAt >= LOG_INTERVAL_MS) {
      log.warn({ reason }, 'alert: the worker cannot use its queues in Redis')
      loggedAt = now()
    }
    return { isReady: false, reason, isRefused }
  }

  return () => {
    currentCheck ??= checkQueues().finally(() => {
      currentCheck = undefined
    })
    return currentCheck
  }
}

async function waitUntilOpen(connection: RedisClient): Promise<void> {
  if (connection.status === 'ready') return
  const waitLimit = new AbortController()
  const { signal } = waitLimit
  const opening = once(connection, 'ready', { signal }).catch(() => undefined)
  await Promise.race([opening, pause(TIMEOUT_MS, undefined, { ref: false })])
  waitLimit.abort()
}

async function findWriteError(connection: RedisClient): Promise<unknown> {
  const write = connection.set(`${queuePrefix}:reachable`, '1', 'PX', PROBE_EXPIRY_MS).then(
    () => undefined,
    (error: unknown) => error,
  )
  const timeout = pause(TIMEOUT_MS, new Error('Redis does not answer'), { ref: false })
  return Promise.race([write, timeout])
}

function listMessages(error: unknown): string[] {
  if (!(error instanceof Error)) return error === undefined ? [] : [String(error)]
  const node: unknown = Reflect.get(error, 'lastNodeError')
  return [error.message, ...(node instanceof Error ? [node.message] : [])]
}
