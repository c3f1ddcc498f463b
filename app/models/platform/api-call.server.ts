import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { env } from '#app/env.server.ts'
import { db } from '#app/models/platform/db.server.ts'

const MINUTE_MS = 60_000

/** Counts one call of this caller; the count of the running minute and the seconds until the next. */
export async function countCall(who: string, now: Date): Promise<{ count: number; secondsLeft: number }> {
  const minute = Math.floor(now.getTime() / MINUTE_MS)
  const whoHash = createHmac('sha256', env.COOKIE_SECRETS[0] ?? '')
    .update(who)
    .digest('hex')
  // LAST_INSERT_ID(x) hands the new count back with the statement that made it.
  const result = await sql`insert into api_calls (who_hash, minute, calls)
    values (${whoHash}, ${minute}, last_insert_id(1))
    on duplicate key update calls = last_insert_id(calls + 1)`.execute(db)
  const secondsLeft = Math.ceil(((minute + 1) * MINUTE_MS - now.getTime()) / 1000)
  return { count: Number(result.insertId ?? 1n), secondsLeft }
}

/** Returns how many. */
export async function deleteOldCalls(before: Date, limit: number): Promise<number> {
  const result = await db
    .deleteFrom('api_calls')
    .where('minute', '<', Math.floor(before.getTime() / MINUTE_MS))
    .limit(limit)
    .executeTakeFirst()
  return Number(result.numDeletedRows)
}
