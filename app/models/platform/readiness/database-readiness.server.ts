import { sql } from 'kysely'
import { log } from '#app/log.server.ts'
import { db, isMissingTable, isOutage } from '#app/models/platform/db.server.ts'
import { explainDatabaseRefusal } from '#app/models/platform/readiness/database-refusal.server.ts'

export type DatabaseState = 'ready' | 'unreachable' | 'read-only' | 'old-schema'

type StateRow = { read_only: unknown; innodb_read_only: unknown; level: string | null }

const FRESH_MS = 500
const MAX_BUSY = 3

/** Returns why this build cannot use its database. `newest` is the migration that it requires. */
export const readDatabaseState = createReadinessCheck(queryDatabaseState)

/** The state of the database; 'busy' means that all connections are in use, which proves nothing. */
type QueriedState = DatabaseState | 'busy'

/** Runs one query at a time. The first answers 'busy' change nothing. Only 'ready' is remembered, for 500 ms. */
export function createReadinessCheck(
  queryState: (newest: string) => Promise<QueriedState>,
  now = () => performance.now(),
): (newest: string) => Promise<DatabaseState> {
  let lastState: DatabaseState = 'ready'
  let readyState: { newest: string; until: number } | undefined
  let busyCount = 0
  const underWay = new Map<string, Promise<DatabaseState>>()

  async function checkState(newest: string): Promise<DatabaseState> {
    const queriedState = await queryState(newest)
    busyCount = queriedState === 'busy' ? busyCount + 1 : 0
    const stateWhenBusy = busyCount < MAX_BUSY ? lastState : 'unreachable'
    const state = queriedState === 'busy' ? stateWhenBusy : queriedState
    if (state !== lastState) log.warn({ before: lastState, now: state, newest }, 'database readiness changed')
    lastState = state
    readyState = state === 'ready' ? { newest, until: now() + FRESH_MS } : undefined
    return state
  }

  return (newest) => {
    if (readyState?.newest === newest && now() < readyState.until) return Promise.resolve('ready')
    const checking = underWay.get(newest) ?? checkState(newest).finally(() => underWay.delete(newest))
    underWay.set(newest, checking)
    return checking
  }
}

async function queryDatabaseState(requiredMigration: string): Promise<QueriedState> {
  try {
    const { rows } = await sql<StateRow>`
      select @@global.read_only as read_only, @@global.innodb_read_only as innodb_read_only,
        (select max(name) from kysely_migration) as level`.execute(db)
    const [row] = rows
    if (!row) return 'unreachable'
    if (!isModeOff(row.read_only) || !isModeOff(row.innodb_read_only)) return 'read-only'
    return (row.level ?? '') < requiredMigration ? 'old-schema' : 'ready'
  } catch (error) {
    if (isMissingTable(error)) return 'old-schema'
    if (error instanceof Error && Reflect.get(error, 'code') === 'POOL_TIMEOUT') return 'busy'
    const refusal = explainDatabaseRefusal(error)
    if (refusal) log.error(`alert: ${refusal}`)
    else if (!isOutage(error)) log.error({ err: error }, 'database readiness cannot be read')
    return 'unreachable'
  }
}

/** Returns true for a mode that is off. MariaDB up to version 11 returns 0, later versions a name. */
function isModeOff(value: unknown): boolean {
  return ['0', 'OFF'].includes(String(value))
}
