import { Kysely } from 'kysely'
import {
  createConnection,
  createPool,
  type FieldPacket,
  type Pool,
  type PoolConnection,
  type QueryError,
} from 'mysql2'
import { ChangeNotingDialect } from '#app/models/platform/catalogue-version/change-driver.server.ts'
import { PROBE_MS, watchReachability } from '#app/models/platform/readiness/reachability.server.ts'
import type { ReplicaReads } from '#app/models/platform/replica/replica-driver.server.ts'
import type { Database } from '#app/models/platform/schema.ts'

const SQL_MODE =
  'ONLY_FULL_GROUP_BY,STRICT_TRANS_TABLES,NO_ZERO_IN_DATE,NO_ZERO_DATE,ERROR_FOR_DIVISION_BY_ZERO'
export const SESSION_MODES = `set session sql_mode='${SQL_MODE}', time_zone='+00:00'`
const SESSION_LOCK_WAIT = 'set session innodb_lock_wait_timeout = ?'
const SESSION_TABLE_WAIT = 'set session lock_wait_timeout = ?'
const SESSION_ISOLATION = 'set session transaction isolation level read committed'

type Limits = {
  queryTimeoutMs: number
  acquireTimeoutMs: number
  connectTimeoutMs?: number
  /** lock wait in seconds: for rows the query timeout minus 1 s, for tables the server's default */
  lockWaitSeconds?: number
  /** true makes requests fail immediately while the database is down */
  isWatched?: boolean
  /** time after which the database stops a SELECT, even if the client has disconnected */
  statementLimitMs?: number
}
type Options = { connections?: number; name?: string; reads?: ReplicaReads }
const defaultLimits: Limits = { queryTimeoutMs: 3_000, acquireTimeoutMs: 2_000 }

/** Opens a pool of connections with time limits. getPoolUsage() lists a pool that has a `name`. */
export function connect(
  url: string,
  { connections = 10, name, reads, ...limits }: Partial<Limits> & Options = {},
): Kysely<Database> {
  const pool = createPool({
    uri: url,
    connectionLimit: connections,
    connectTimeout: limits.connectTimeoutMs ?? 1_000,
    charset: 'utf8mb4_unicode_520_ci',
    timezone: 'Z',
    dateStrings: ['DATE'],
    jsonStrings: true,
  })
  if (name) watchedPools.set(name, { pool, limit: connections })
  return new Kysely<Database>({
    dialect: new ChangeNotingDialect({ pool: guardPool(pool, { ...defaultLimits, ...limits }, url) }, reads),
  })
}

declare global {
  var aeropubPools: Map<string, { pool: Pool; limit: number }> | undefined
}

/** Pools are stored in globalThis because the HTTP server must see the pools of the page bundle. */
globalThis.aeropubPools ??= new Map()
const watchedPools = globalThis.aeropubPools

export function getPoolUsage() {
  return [...watchedPools].map(([name, { pool, limit }]) => {
    const idle = getListLength(pool, '_freeConnections')
    return {
      name,
      limit,
      idle,
      inUse: getListLength(pool, '_allConnections') - idle,
      waiting: getListLength(pool, '_connectionQueue'),
    }
  })
}

/** Returns the length of a private list of mysql2's pool, or 0 if the pool lacks the list. */
function getListLength(pool: Pool, listName: string): number {
  const list: unknown = Reflect.get(pool, listName)
  return isRecord(list) ? Number(list.length) : 0
}

type AcquireCallback = (error: unknown, connection?: PoolConnection) => void

/** Adds time limits because queries on a dead connection or an exhausted pool would block forever. */
function guardPool(pool: Pool, limits: Limits, url: string) {
  const { queryTimeoutMs, acquireTimeoutMs, isWatched = false } = limits
  const preparedEras = new WeakMap<PoolConnection, number>()
  const waitingRequests = new Set<AcquireCallback>()
  const reachability = isWatched
    ? watchReachability({ probe: () => probeServer(url), onAway: rejectWaiting })
    : undefined
  const acquire = pool.getConnection.bind(pool)

  function rejectWaiting(): void {
    for (const deliver of waitingRequests) deliver(makeDatabaseAwayError())
  }

  const reportIfUnanswered = (error: unknown) => {
    if (isUnanswered(error)) reachability?.reportFailure()
  }

  function acquireConnection(deliver: AcquireCallback): void {
    const era = reachability?.era ?? 0
    acquire((error, connection) => {
      if (error || !connection) return deliver(error)
      const preparedEra = preparedEras.get(connection)
      // A connection from before the last outage may be dead.
      if (preparedEra !== undefined && preparedEra < era) {
        connection.destroy()
        return acquireConnection(deliver)
      }
      if (preparedEra !== undefined) return deliver(null, connection)
      limitQueries(connection, queryTimeoutMs, reportIfUnanswered)
      prepareSession(connection, limits, (failure) => {
        if (!failure) preparedEras.set(connection, era)
        else connection.destroy()
        deliver(failure, failure ? undefined : connection)
      })
    })
  }

  function enqueue(callback: AcquireCallback): void {
    const timer = setTimeout(() => {
      deliver(Object.assign(new Error('no free connection'), { code: 'POOL_TIMEOUT' }))
    }, acquireTimeoutMs)
    const deliver: AcquireCallback = (error, connection) => {
      // The request has already failed, so the pool gets the connection back.
      if (!waitingRequests.delete(deliver)) return connection?.release()
      clearTimeout(timer)
      reportIfUnanswered(error)
      callback(error, connection)
    }
    waitingRequests.add(deliver)
    acquireConnection(deliver)
  }

  const getConnection = (callback: AcquireCallback) => {
    const reachableOrProbe = reachability?.isReachable() ?? true
    if (reachableOrProbe === true) return enqueue(callback)
    void reachableOrProbe.then((isReachable) => {
      if (isReachable) enqueue(callback)
      else callback(makeDatabaseAwayError())
    })
  }
  return Object.assign(pool, { getConnection })
}

const TIMER_DELAY_MS = 100

/** Resolves to true if the server answers within PROBE_MS, even with an error such as a wrong password. */
function probeServer(url: string, retriesLeft = 2): Promise<boolean> {
  const beganAt = performance.now()
  return new Promise((resolve) => {
    const connection = createConnection({ uri: url, connectTimeout: PROBE_MS })
    const finish = (isAnswered: boolean) => {
      // A process that was busy may have missed an answer that arrived in time.
      const wasProcessBusy = performance.now() - beganAt > PROBE_MS + TIMER_DELAY_MS
      const shouldRetry = !isAnswered && wasProcessBusy && retriesLeft > 0
      resolve(shouldRetry ? probeServer(url, retriesLeft - 1) : isAnswered)
      connection.destroy()
    }
    connection.once('connect', () => finish(true))
    connection.on('error', (error) => finish(!isUnanswered(error)))
  })
}

const TIMEOUT_CODES: readonly string[] = ['PROTOCOL_SEQUENCE_TIMEOUT', 'ETIMEDOUT', 'POOL_TIMEOUT']

function isUnanswered(error: unknown): boolean {
  const code = error instanceof Error ? Reflect.get(error, 'code') : undefined
  return TIMEOUT_CODES.includes(String(code))
}

function makeDatabaseAwayError(): Error {
  return Object.assign(new Error('the database does not answer'), { code: 'DATABASE_AWAY' })
}

/**
 * Sets session variables. The lock wait is a second shorter than the query timeout because the server must end the
 * wait first: the transaction is then retried, but an abandoned connection would go on waiting and block others.
 */
function prepareSession(
  connection: PoolConnection,
  { queryTimeoutMs, lockWaitSeconds, statementLimitMs }: Limits,
  callback: (error: unknown) => void,
) {
  const rowWaitSeconds = lockWaitSeconds ?? Math.max(1, Math.floor(queryTimeoutMs / 1000) - 1)
  const settings: [string, number[]][] = [
    [SESSION_MODES, []],
    [SESSION_LOCK_WAIT, [rowWaitSeconds]],
    [SESSION_ISOLATION, []],
  ]
  if (lockWaitSeconds !== undefined) settings.push([SESSION_TABLE_WAIT, [lockWaitSeconds]])
  const applyNextSetting = (error: unknown) => {
    const setting = settings.shift()
    if (!error && setting) return connection.query(setting[0], setting[1], applyNextSetting)
    if (error || statementLimitMs === undefined) return callback(error)
    limitStatements(connection, statementLimitMs, callback)
  }
  applyNextSetting(null)
}

const UNKNOWN_VARIABLE_ERRNO = 1193

/** Sets the variable of MariaDB, or the variable of MySQL if the server does not know the first. */
function limitStatements(connection: PoolConnection, limitMs: number, callback: (error: unknown) => void) {
  connection.query('set session max_statement_time = ?', [limitMs / 1000], (error) => {
    if (error?.errno !== UNKNOWN_VARIABLE_ERRNO) return callback(error)
    connection.query('set session max_execution_time = ?', [limitMs], callback)
  })
}

/** Error numbers of a read-only server: by option, in the transaction, or by its engine. */
export const READ_ONLY_ERRNOS: readonly number[] = [1290, 1792, 1836]

/** Limits the time of queries. After a fatal error, every query fails with that error, so a ROLLBACK cannot hide it. */
function limitQueries(connection: PoolConnection, timeoutMs: number, onError: (error: unknown) => void) {
  const query = connection.query.bind(connection)
  let connectionError: unknown
  // The connection can also fail between two queries.
  connection.on('error', (error) => {
    connectionError ??= error
  })
  const runLimitedQuery = (sqlText: string, values: unknown[], callback: (...answer: unknown[]) => void) => {
    if (connectionError) return process.nextTick(callback, connectionError)
    query({ sql: sqlText, values, timeout: timeoutMs }, (error, rows, fields) => {
      if (error && endsConnection(error)) {
        onError(error)
        connectionError ??= error
        connection.destroy()
      }
      if (Array.isArray(rows)) convertFlags(rows, fields)
      callback(error, rows, fields)
    })
  }
  Object.assign(connection, { query: runLimitedQuery })
}

/** Includes errors of a read-only server because a new connection reaches the new primary after a fail-over. */
function endsConnection({ fatal, code, errno }: QueryError): boolean {
  return fatal || code === 'PROTOCOL_SEQUENCE_TIMEOUT' || READ_ONLY_ERRNOS.includes(errno ?? 0)
}

/** Number of the column type TINYINT in the protocol, which mysql2 does not export */
const TINYINT_TYPE = 1

/** Converts tinyint(1) columns to booleans. The driver's typeCast would double the time to read rows. */
function convertFlags(rows: unknown[], fields: FieldPacket[] | undefined) {
  for (const { name, columnType, columnLength } of fields ?? []) {
    if (columnType !== TINYINT_TYPE || columnLength !== 1) continue
    // The value may be converted already because a column that is selected twice is a single property.
    for (const row of rows) if (isRecord(row) && typeof row[name] === 'number') row[name] = row[name] === 1
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
