import { sql } from 'kysely'
import { db } from '#app/models/platform/db.server.ts'

/** A restore creates this table first and drops it last. No migration creates it because every version must restore. */
export const restoreMark = 'restore_in_progress'

/** Returns true during an unfinished restore, because a running shop would reuse numbers and repeat mails. */
export async function hasUnfinishedRestore(): Promise<boolean> {
  const { rows } = await sql`select 1 from information_schema.tables
    where table_schema = database() and table_name = ${restoreMark}`.execute(db)
  return rows.length > 0
}
