import { sql } from 'kysely'
import { log } from '#app/log.server.ts'
import { db, isMissingTable, isOutage } from '#app/models/platform/db.server.ts'
import { explainDatabaseRefusal } from '#app/models/platform/readiness/database-refusal.server.ts'

export type DatabaseState = 'ready' | 'unreachable' | 'read-only' | 'old-schema'

type Answer = { read_only: unknown; innodb_read_only: unknown; level: string | null }

const FRESH_MS = 500
const MAX_BUSY = 3

/** Returns why this build cannot use its database. `newest` is the migration that it requires. */
export const readDatabaseState = createReadiness(askState)

/** The state of the database; 'busy' means that all connections are in use, which proves nothing. */
type Asked = DatabaseState | 'busy'

/** Runs one query at a time. 'busy' changes nothing; a database that is not ready is always checked. */
export function createReadiness(
  ask: (newest: string) => Promise<Asked>,
  now = () => performance.now(),
): (newest: string) => Promise<DatabaseState> {
  let last: DatabaseState = 'ready'
  let knownState: { newest: string; until: number } | undefined
  let busy = 0
  const underWay = new Map<string, Promise<DatabaseState>>()

  async function look(newest: string): Promise<DatabaseState> {
    const newestState = await ask(newest)
    busy = newestState === 'busy' ? busy + 1 : 0
    const state = newestState !== 'busy' ? newestState : busy < MAX_BUSY ? last : 'unreachable'
    if (state !== last) log.warn({ before: last, now: state, newest }, 'database readiness changed')
    last = state
    knownState = state === 'ready' ? { newest, until: now() + FRESH_MS } : undefined
    return state
  }

  return (newest) => {
    if (knownState?.newest === newest && now() < knownState.until) return Promise.resolve('ready')
    const looking = underWay.get(newest) ?? look(newest).finally(() => underWay.delete(newest))
    underWay.set(newest, looking)
    return looking
  }
}

async function askState(newest: string): Promise<Asked> {
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
    if (error instanceof Error && Reflect.get(error, 'code') === 'POOL_TIMEOUT') return 'busy'
    const refusal = explainDatabaseRefusal(error)
    if (refusal) log.error(`alert: ${refusal}`)
    else if (!isOutage(error)) log.error({ err: error }, 'database readiness cannot be read')
    return 'unreachable'
  }
}

/** Returns true for a mode that is off. MariaDB up to version 11 returns 0, later versions a name. */
function isOff(value: unknown): boolean {
  return ['0', 'OFF'].includes(String(value))
}
