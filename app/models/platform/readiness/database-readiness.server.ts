import { sql } from 'kysely'
import { log } from '#app/log.server.ts'
import { db, isMissingTable, isOutage } from '#app/models/platform/db.server.ts'

export type DatabaseState = 'ready' | 'unreachable' | 'read-only' | 'old-schema'

type Answer = { read_only: unknown; innodb_read_only: unknown; level: string | null }

let lastState: DatabaseState = 'ready'

/** What keeps this build from working on its database; `newest` is the migration it needs at least (D113). */
export async function readDatabaseState(newest: string): Promise<DatabaseState> {
  const state = await askState(newest)
  if (state !== lastState) log.warn({ before: lastState, now: state, newest }, 'database readiness changed')
  lastState = state
  return state
}

async function askState(newest: string): Promise<DatabaseState> {
  try {
    const { rows } = await sql<Answer>`
      select @@global.read_only as read_only, @@global.innodb_read_only as innodb_read_only,
        (select max(name) from kysely_migration) as level`.execute(db)
    const [row] = rows
    if (!row) return 'unreachable'
    if (!isOff(row.read_only) || !isOff(row.innodb_read_only)) return 'read-only'
    return (row.level ?? '') < newest ? 'old-schema' : 'ready'
  } catch (error) {
    if (isMissingTable(error)) return 'old-schema'
    if (!isOutage(error)) log.error({ err: error }, 'database readiness cannot be read')
    return 'unreachable'
  }
}

/** 0 up to MariaDB 11; later the name of a mode. */
function isOff(value: unknown): boolean {
  return ['0', 'OFF'].includes(String(value))
}
