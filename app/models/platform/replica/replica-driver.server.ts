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

const CLOSE_LIMIT_MS = 1_000 // a replica that is down does not confirm the end of a connection

/** The replica's state; an argument, as commands and tests connect before the environment is read. */
export type ReplicaHealth = {
  isUsable(): boolean
  runWhileHealthy<T>(read: () => Promise<T>): Promise<T>
  recordFailure(error: unknown): void
  countRead(from: 'replica' | 'primary'): void
}
export type ReplicaReads = { replica: Kysely<Database>; isReplicaAllowed(): boolean; health: ReplicaHealth }

/** Sends read-only statements outside transactions to the replica, or to the primary if it fails. */
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
    if (health.isUsable()) return new ReplicaFirst(this.#primary, this.#reads)
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
    const acquired = connection instanceof ReplicaFirst ? await connection.used : connection
    if (acquired) await this.#primary.releaseConnection(acquired)
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
  return connection instanceof ReplicaFirst ? connection.primary() : connection
}

class ReplicaFirst implements DatabaseConnection {
  used: Promise<DatabaseConnection> | undefined
  readonly #driver: Driver
  readonly #reads: ReplicaReads

  constructor(driver: Driver, reads: ReplicaReads) {
    this.#driver = driver
    this.#reads = reads
  }

  primary(): Promise<DatabaseConnection> {
    this.used ??= this.#driver.acquireConnection().catch((error) => {
      this.used = undefined
      throw error
    })
    return this.used
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    const { replica, health } = this.#reads
    if (this.used === undefined && isReadOnly(query.sql)) {
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
    return (await this.primary()).executeQuery<Row>(query)
  }

  async *streamQuery<Row>(query: CompiledQuery, chunkSize?: number): AsyncIterableIterator<QueryResult<Row>> {
    yield* (await this.primary()).streamQuery<Row>(query, chunkSize)
  }
}

export function isReadOnly(sql: string): boolean {
  return (
    /^[\s(]*(?:select|with)\b/i.test(sql) && !/\bfor\s+(?:update|share)\b|\block\s+in\s+share\b/i.test(sql)
  )
}

/** ER_STATEMENT_TIMEOUT (MariaDB), ER_QUERY_TIMEOUT (MySQL): the primary would take as long. */
const STATEMENT_TIMEOUT_ERRNOS = new Set<unknown>([1969, 3024])

function isStatementTimeout(error: unknown): boolean {
  return error instanceof Error && STATEMENT_TIMEOUT_ERRNOS.has(Reflect.get(error, 'errno'))
}

function isReplicaLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return Reflect.get(error, 'fatal') === true || Reflect.get(error, 'code') === 'PROTOCOL_SEQUENCE_TIMEOUT'
}
