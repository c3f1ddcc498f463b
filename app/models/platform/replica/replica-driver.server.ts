import { setTimeout as pause } from 'node:timers/promises'
import type {
  CompiledQuery,
  DatabaseConnection,
  Driver,
  Kysely,
  QueryResult,
  TransactionSettings,
} from 'kysely'
import { openReadScope } from '#app/models/platform/replica/read-scope.server.ts'
import type { Database } from '#app/models/platform/schema.ts'

/** Limits the wait because a replica that is down does not confirm the end of a connection */
const CLOSE_LIMIT_MS = 1_000

/** The replica's state. It is passed as an argument because commands and tests connect without the environment. */
export type ReplicaHealth = {
  isUsable(): boolean
  runWhileHealthy<T>(read: () => Promise<T>): Promise<T>
  recordFailure(error: unknown): void
  countRead(from: 'replica' | 'primary'): void
}
export type ReplicaReads = { replica: Kysely<Database>; isReplicaAllowed(): boolean; health: ReplicaHealth }

/** Sends read-only statements outside transactions to the replica, or to the primary if the replica fails. */
export class ReplicaFirstDriver implements Driver {
  readonly #primary: Driver
  readonly #reads: ReplicaReads

  constructor(primary: Driver, reads: ReplicaReads) {
    this.#primary = primary
    this.#reads = reads
    openReadScope()
  }

  init() {
    return this.#primary.init()
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    if (!this.#reads.isReplicaAllowed()) return this.#primary.acquireConnection()
    const { health } = this.#reads
    if (health.isUsable()) return new ReplicaFirstConnection(this.#primary, this.#reads)
    health.countRead('primary')
    return this.#primary.acquireConnection()
  }

  async beginTransaction(connection: DatabaseConnection, settings: TransactionSettings) {
    await this.#primary.beginTransaction(await getPrimary(connection), settings)
  }

  async commitTransaction(connection: DatabaseConnection) {
    await this.#primary.commitTransaction(await getPrimary(connection))
  }

  async rollbackTransaction(connection: DatabaseConnection) {
    await this.#primary.rollbackTransaction(await getPrimary(connection))
  }

  async releaseConnection(connection: DatabaseConnection) {
    const primaryConnection =
      connection instanceof ReplicaFirstConnection ? await connection.acquiredPrimary : connection
    if (primaryConnection) await this.#primary.releaseConnection(primaryConnection)
  }

  async destroy() {
    const closing = Promise.race([
      this.#reads.replica.destroy(),
      pause(CLOSE_LIMIT_MS, undefined, { ref: false }),
    ])
    await Promise.all([this.#primary.destroy(), closing])
  }
}

function getPrimary(connection: DatabaseConnection): Promise<DatabaseConnection> | DatabaseConnection {
  return connection instanceof ReplicaFirstConnection ? connection.acquirePrimary() : connection
}

class ReplicaFirstConnection implements DatabaseConnection {
  acquiredPrimary: Promise<DatabaseConnection> | undefined
  readonly #driver: Driver
  readonly #reads: ReplicaReads

  constructor(driver: Driver, reads: ReplicaReads) {
    this.#driver = driver
    this.#reads = reads
  }

  acquirePrimary(): Promise<DatabaseConnection> {
    this.acquiredPrimary ??= this.#driver.acquireConnection().catch((error) => {
      this.acquiredPrimary = undefined
      throw error
    })
    return this.acquiredPrimary
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const { replica, health } = this.#reads
    if (this.acquiredPrimary === undefined && isReadOnly(query.sql)) {
      try {
        const result = await health.runWhileHealthy(() => replica.executeQuery<Row>(query))
        health.countRead('replica')
        return result
      } catch (error) {
        if (isStatementTimeout(error)) throw error
        if (isReplicaLost(error)) health.recordFailure(error)
      }
    }
    health.countRead('primary')
    const primary = await this.acquirePrimary()
    return primary.executeQuery<Row>(query)
  }

  async *streamQuery<Row>(query: CompiledQuery, chunkSize?: number): AsyncIterableIterator<QueryResult<Row>> {
    const primary = await this.acquirePrimary()
    yield* primary.streamQuery<Row>(query, chunkSize)
  }
}

const SELECT_START = /^[\s(]*(?:select|with)\b/i
const LOCKING_CLAUSE = /\bfor\s+(?:update|share)\b|\block\s+in\s+share\b/i

export function isReadOnly(sql: string): boolean {
  return SELECT_START.test(sql) && !LOCKING_CLAUSE.test(sql)
}

/** ER_STATEMENT_TIMEOUT (MariaDB) and ER_QUERY_TIMEOUT (MySQL), which the primary would also cause */
const STATEMENT_TIMEOUT_ERRNOS = new Set<unknown>([1969, 3024])

function isStatementTimeout(error: unknown): boolean {
  return error instanceof Error && STATEMENT_TIMEOUT_ERRNOS.has(Reflect.get(error, 'errno'))
}

function isReplicaLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return Reflect.get(error, 'fatal') === true || Reflect.get(error, 'code') === 'PROTOCOL_SEQUENCE_TIMEOUT'
}
