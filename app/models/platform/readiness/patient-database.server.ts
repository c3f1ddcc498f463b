import { type Kysely, sql } from 'kysely'
import { env } from '#app/env.server.ts'
import { log } from '#app/log.server.ts'
import { connect } from '#app/models/platform/connection.server.ts'
import { isOutage } from '#app/models/platform/db.server.ts'
import type { Database } from '#app/models/platform/schema.ts'

const RETRY_MS = 500
/** Shorter than the wait of requests, because all queries wait behind a waiting ALTER TABLE. */
const LOCK_WAIT_SECONDS = 2

export class DatabaseUnavailable extends Error {}

/** Connects for commands, whose statements may take an hour. */
export function connectPatiently(url: string = env.DATABASE_URL): Kysely<Database> {
  return connect(url, {
    connections: 2,
    connectTimeoutMs: 10_000,
    acquireTimeoutMs: 30_000,
    queryTimeoutMs: 3_600_000,
    lockWaitSeconds: LOCK_WAIT_SECONDS,
  })
}

/** Resolves when the database answers. Logs the wait, and throws DatabaseUnavailable after `limitMs`. */
export async function waitForDatabase(
  database: Kysely<Database>,
  limitMs: number = env.DATABASE_WAIT_MS,
): Promise<void> {
  await retryUntilAnswered(() => sql`select 1`.execute(database), limitMs)
}

/** Repeats `work` for up to `limitMs` while the database is down or busy. `work` must allow repetitions. */
export async function retryUntilAnswered<T>(work: () => Promise<T>, limitMs: number): Promise<T> {
  let firstFailureAt: number | undefined
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (!isOutage(error)) throw error
      const reason = error instanceof Error ? error.message : ''
      if (firstFailureAt === undefined)
        log.info({ reason, limitMs }, 'the database does not answer yet or is busy, waiting')
      firstFailureAt ??= performance.now()
      const waitedMs = performance.now() - firstFailureAt
      if (waitedMs >= limitMs) throw new DatabaseUnavailable(reason)
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
    }
  }
}
