import { setTimeout as pause } from 'node:timers/promises'
import { log } from '#app/log.server.ts'
import { isOutage } from '#app/models/platform/db.server.ts'

/** The time limit: longer than a restart of the database, shorter than a worker may take to stop. */
const TIME_LIMIT_MS = 20_000
const RETRY_MS = 250

/** Retries `write` while the database is down or locked, because it records an effect that happened. */
export async function outlastOutage<T>(write: () => Promise<T>): Promise<T> {
  const end = performance.now() + TIME_LIMIT_MS
  while (true) {
    try {
      return await write()
    } catch (error) {
      if (!isOutage(error) || performance.now() > end) throw error
      log.warn({ err: error }, 'effect came about, the database cannot note it yet')
      await pause(RETRY_MS)
    }
  }
}
