import { sql } from 'kysely'
import { log } from '#app/log.server.ts'
import { db, isMissingTable, isOutage } from '#app/models/platform/db.server.ts'
import { explainDatabaseRefusal } from '#app/models/platform/readiness/database-refusal.server.ts'

export type DatabaseState = 'ready' | 'unreachable' | 'read-only' | 'old-schema'

type StateRow = { read_only: unknown; innodb_read_only: unknown; level: string | null }

const READY_LIFETIME_MS = 500
const MIN_BUSY_ANSWERS = 3

/** Returns 'ready', or why this build cannot use its database. The build requires the migration `newest`. */
export const readDatabaseState = createReadinessCheck(queryDatabaseState)

/** The state of the database. 'busy' means that the state is unknown because all connections are in use. */
type QueriedState = DatabaseState | 'busy'

/** Runs one query at a time and caches only 'ready'. Repeated answers 'busy' count as 'unreachable'. */
export function createReadinessCheck(
  queryState: (newest: string) => Promise<QueriedState>,
  now = () => performance.now(),
): (newest: string) => Promise<DatabaseState> {
  let lastState: DatabaseState = 'ready'
  let readyState: { newest: string; until: number } | undefined
  let busyCount = 0
  const runningChecks = new Map<string, Promise<DatabaseState>>()

  async function checkState(newest: string): Promise<DatabaseState> {
    const queriedState = await queryState(newest)
    busyCount = queriedState === 'busy' ? busyCount + 1 : 0
    const stateWhenBusy = busyCount < MIN_BUSY_ANSWERS ? lastState : 'unreachable'
    const state = queriedState === 'busy' ? stateWhenBusy : queriedState
    if (state !== lastState) log.warn({ before: lastState, now: state, newest }, 'database readiness changed')
    lastState = state
    readyState = state === 'ready' ? { newest, until: now() + READY_LIFETIME_MS } : undefined
    return state
  }

  return (newest) => {
    if (readyState?.newest === newest && now() < readyState.until) return Promise.resolve('ready')
    const runningCheck = runningChecks.get(newest)
    if (runningCheck) return runningCheck
    const newCheck = checkState(newest).finally(() => runningChecks.delete(newest))
    runningChecks.set(newest, newCheck)
    return newCheck
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
    const lastMigration = row.level ?? ''
    return lastMigration < requiredMigration ? 'old-schema' : 'ready'
  } catch (error) {
    if (isMissingTable(error)) return 'old-schema'
    if (error instanceof Error && Reflect.get(error, 'code') === 'POOL_TIMEOUT') return 'busy'
    const refusal = explainDatabaseRefusal(error)
    if (refusal) log.error(`alert: ${refusal}`)
    else if (!isOutage(error)) log.error({ err: error }, 'database readiness cannot be read')
    return 'unreachable'
  }
}

/** Returns true if the mode is off. MariaDB returns 0 up to version 11 and a name in later versions. */
function isModeOff(value: unknown): boolean {
  return ['0', 'OFF'].includes(String(value))
}
