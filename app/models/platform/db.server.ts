import { type Kysely, sql, type Transaction } from 'kysely'
import { env } from '#app/env.server.ts'
import { READ_ONLY_ERRNOS } from '#app/models/platform/connection.server.ts'
import { connectWithReplica } from '#app/models/platform/replica/connect-with-replica.server.ts'
import { canReadFromReplica, runOnPrimary } from '#app/models/platform/replica/read-scope.server.ts'
import type { Database } from '#app/models/platform/schema.ts'

export type Trx = Transaction<Database>
export type DbOrTrx = Kysely<Database>

/** Error numbers of a changed row, a lock timeout and a deadlock */
const TRANSIENT_ERRNOS = new Set([1020, 1205, 1213])
const DUPLICATE_ERRNO = 1062
const REFERENCED_ERRNO = 1451
const MISSING_PARENT_ERRNO = 1452
const MISSING_TABLE_ERRNO = 1146
const MAX_TRIES = 4
const MIN_PAUSE_MS = 20
const MAX_RANDOM_PAUSE_MS = 60

declare global {
  var aeropubDatabase: Kysely<Database> | undefined
}

/** The connection is stored in globalThis because a reload in development must not open a second pool. */
export const db: Kysely<Database> = globalThis.aeropubDatabase ?? openDatabase()

function openDatabase() {
  const openedDatabase = connectWithReplica(
    {
      name: 'shop',
      connections: env.DATABASE_POOL,
      queryTimeoutMs: env.QUERY_TIMEOUT_MS,
      acquireTimeoutMs: env.POOL_TIMEOUT_MS,
      isWatched: true,
    },
    canReadFromReplica,
  )
  globalThis.aeropubDatabase = openedDatabase
  return openedDatabase
}

/**
 * Runs a transaction within `outerTrx` or in a new transaction. Repeats a new transaction up to three times after a
 * transient error or a connection lost before COMMIT, so `work` must have no effects outside the database.
 */
export async function withTransaction<T>(work: (trx: Trx) => Promise<T>, outerTrx?: Trx): Promise<T> {
  if (outerTrx) return work(outerTrx)
  let isWorkDone = false
  const runWork = async (trx: Trx) => {
    isWorkDone = false
    const result = await work(trx)
    isWorkDone = true
    return result
  }
  const canRetry = (error: unknown) => isTransient(error) || (!isWorkDone && isLostConnection(error))
  return runOnPrimary(() => runRepeatedly(() => db.transaction().execute(runWork), canRetry))
}

/** Retries a single statement like `withTransaction`. The statement must be idempotent. */
export function withRetries<T>(statement: () => Promise<T>): Promise<T> {
  return runRepeatedly(statement, (error) => isTransient(error) || isLostConnection(error))
}

async function runRepeatedly<T>(work: () => Promise<T>, canRetry: (error: unknown) => boolean): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (attempt >= MAX_TRIES || !canRetry(error)) throw error
      await pause(MIN_PAUSE_MS + Math.random() * MAX_RANDOM_PAUSE_MS * attempt)
    }
  }
}

/** Returns the database's time, which is the same for all processes. */
export async function readDatabaseClock(): Promise<Date> {
  const { rows } = await sql<{ now: Date }>`select now(3) as now`.execute(db)
  const [row] = rows
  if (!row) throw new Error('The database returned no time')
  return row.now
}

/** Returns true for a duplicate key. If `key` is given, returns true only for the UNIQUE key of this name. */
export function isDuplicate(error: unknown, key?: string): boolean {
  if (getErrorNumber(error) !== DUPLICATE_ERRNO || !(error instanceof Error)) return false
  return key === undefined || error.message.includes(key)
}

/** Returns true if the database rejected a value, such as a duplicate, a long text or a number out of range. */
export function isDataFault(error: unknown): boolean {
  return dataFaults.has(getErrorNumber(error) ?? 0)
}

/** Error numbers of missing, invalid, long or repeated values, of missing parents and of violated CHECKs */
const dataFaults = new Set([1048, 1062, 1264, 1265, 1366, 1406, 1452, 3819, 4025])

export function isReferenced(error: unknown): boolean {
  return getErrorNumber(error) === REFERENCED_ERRNO
}

export function isMissingParent(error: unknown): boolean {
  return getErrorNumber(error) === MISSING_PARENT_ERRNO
}

export function isMissingTable(error: unknown): boolean {
  return getErrorNumber(error) === MISSING_TABLE_ERRNO
}

/** Returns true if a later retry may succeed because the database is unreachable, slow, locked, read-only or full. */
export function isOutage(error: unknown): boolean {
  if (isTransient(error)) return true
  const code = getErrorCode(error) ?? ''
  const errorNumber = getErrorNumber(error) ?? 0
  return OUTAGE_CODES.has(code) || OUTAGE_ERRNOS.has(errorNumber)
}

const LOST_CONNECTION_CODES = ['ECONNRESET', 'EPIPE', 'PROTOCOL_CONNECTION_LOST']
const OUTAGE_CODES = new Set([
  ...LOST_CONNECTION_CODES,
  'ECONNREFUSED',
  'EMFILE',
  'ENFILE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'POOL_TIMEOUT',
  'DATABASE_AWAY',
  'PROTOCOL_SEQUENCE_TIMEOUT',
  'ER_SERVER_SHUTDOWN',
  'ER_CON_COUNT_ERROR',
])
/** Error numbers of a server that lacks files, disk, memory, file handles or table space */
const FULL_ERRNOS = [1021, 1026, 1037, 1038, 1041, 1114, 1135]
const OUTAGE_ERRNOS = new Set([...READ_ONLY_ERRNOS, ...FULL_ERRNOS])

function isLostConnection(error: unknown): boolean {
  return LOST_CONNECTION_CODES.includes(getErrorCode(error) ?? '')
}

function getErrorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined
}

function isTransient(error: unknown) {
  return TRANSIENT_ERRNOS.has(getErrorNumber(error) ?? 0)
}

function getErrorNumber(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('errno' in error)) return undefined
  return typeof error.errno === 'number' ? error.errno : undefined
}

function pause(milliseconds: number) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
