import { sql } from 'kysely'
import { db } from '#app/models/platform/db.server.ts'

/** Made by a restore before its first row, dropped by its last step; of no migration, so that any level may have it. */
export const restoreMark = 'restore_in_progress'

/** True while a database is being loaded or has not been finished: it would give numbers and send mails again (D111). */
export async function holdsUnfinishedRestore(): Promise<boolean> {
  const { rows } = await sql`select 1 from information_schema.tables
    where table_schema = database() and table_name = ${restoreMark}`.execute(db)
  return rows.length > 0
}
