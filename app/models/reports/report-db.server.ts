import { env } from '#app/env.server.ts'
import { connect } from '#app/models/platform/connection.server.ts'
import { type DbOrTrx, readDatabaseClock } from '#app/models/platform/db.server.ts'
import { connectWithReplica } from '#app/models/platform/replica/connect-with-replica.server.ts'
import { canReadFromReplica } from '#app/models/platform/replica/read-scope.server.ts'
import { waitForReplica } from '#app/models/platform/replica/replica-state.server.ts'

const poolKinds = ['screen', 'screenReplica', 'file', 'fileReplica'] as const
type PoolKind = (typeof poolKinds)[number]
type Pools = { [Kind in PoolKind]?: Pool }
type Pool = ReturnType<typeof connectWithReplica>

declare global {
  var aeropubReportPools: Pools | undefined
}

const pools: Pools = globalThis.aeropubReportPools ?? {}
globalThis.aeropubReportPools = pools

/** Returns a connection of a separate pool (REPORT_POOL), because reports must not use up the shop's pool. */
export function getScreenReader(): DbOrTrx {
  if (canReadFromReplica()) return getPool('screenReplica')
  return getPool('screen')
}

/** Returns a connection for files, with the longer REPORT_FILE_QUERY_TIMEOUT_MS. */
export function getFileReader(): DbOrTrx {
  return getPool('file')
}

/** Returns the replica if it soon has all writes that were made before this call, else the primary. */
export async function findCaughtUpReader(): Promise<DbOrTrx> {
  if (env.DATABASE_REPLICA_URL === undefined) return getPool('file')
  const now = await readDatabaseClock()
  const isCaughtUp = await waitForReplica(now)
  return getPool(isCaughtUp ? 'fileReplica' : 'file')
}

/** Opens a transaction whose reads all see the data of its first read. The caller must end it with `rollback`. */
export function openSnapshot() {
  return getPool('file')
    .startTransaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute()
}

export async function closeReportPools(): Promise<void> {
  const openPools = Object.values(pools)
  for (const name of poolKinds) delete pools[name]
  await Promise.all(openPools.map((pool) => pool?.destroy()))
}

function getPool(kind: PoolKind): Pool {
  pools[kind] ??= openPool(kind)
  return pools[kind]
}

function openPool(kind: PoolKind): Pool {
  const isFile = kind === 'file' || kind === 'fileReplica'
  const statementLimitMs = isFile ? env.REPORT_FILE_QUERY_TIMEOUT_MS : env.REPORT_QUERY_TIMEOUT_MS
  const limits = {
    name: isFile ? 'report-files' : 'reports',
    connections: env.REPORT_POOL,
    acquireTimeoutMs: env.REPORT_WAIT_MS,
    statementLimitMs,
    // The database itself ends the statement, so this limit applies only if the database does not respond.
    queryTimeoutMs: statementLimitMs + 2_000,
  }
  const usesReplica = kind === 'screenReplica' || kind === 'fileReplica'
  return usesReplica ? connectWithReplica(limits, () => true) : connect(env.DATABASE_URL, limits)
}

/** Why a report failed: the query took too long, or all report connections are in use. */
export type ReportDelay = 'too-long' | 'busy'

/** ER_STATEMENT_TIMEOUT (MariaDB), ER_QUERY_TIMEOUT (MySQL), or no response within the client's limit. */
const TIMEOUT_CODES = new Set<unknown>([1969, 3024, 'PROTOCOL_SEQUENCE_TIMEOUT'])
/** Error codes that mean that no report connection is free or could be opened in time. */
const BUSY_CODES = new Set<unknown>(['POOL_TIMEOUT', 'ETIMEDOUT'])

/** Returns the delay that caused the error, or undefined if the error has another cause. */
export function getReportDelay(error: unknown): ReportDelay | undefined {
  if (!(error instanceof Error)) return undefined
  const errno: unknown = Reflect.get(error, 'errno')
  const code: unknown = Reflect.get(error, 'code')
  if (TIMEOUT_CODES.has(errno) || TIMEOUT_CODES.has(code)) return 'too-long'
  return BUSY_CODES.has(code) ? 'busy' : undefined
}
