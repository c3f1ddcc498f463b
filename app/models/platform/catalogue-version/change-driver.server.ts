import { randomBytes } from 'node:crypto'
import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  MysqlDialect,
  MysqlDriver,
  type QueryResult,
} from 'kysely'
import { ReplicaFirstDriver, type ReplicaReads } from '#app/models/platform/replica/replica-driver.server.ts'

const shownTables = ['publications', 'publication_models', 'publication_files', 'revisions', 'settings']
const shownTablesPattern = new RegExp(`\\b(?:${shownTables.join('|')})\\b`)
/** Matches the beginning of a statement, which names the tables that the statement writes */
const writtenTablesPattern =
  /^\s*(?:(?:insert|replace)\s[^(]*|update\s.*?\sset\s|delete\s.*?(?:\swhere\s|$))/is

/** Returns true for statements that write to a table shown on public pages. */
export function isShownTableWrite(sql: string): boolean {
  const writtenTables = writtenTablesPattern.exec(sql)?.[0] ?? ''
  return shownTablesPattern.test(writtenTables)
}

const MISSING_TABLE_ERRNO = 1146
const VERSION_BYTES = 16

declare global {
  var aeropubChangeListeners: Set<() => void> | undefined
}

/** The value is stored in globalThis because each bundle of a process has its own copy of this module. */
const listeners = globalThis.aeropubChangeListeners ?? new Set<() => void>()
globalThis.aeropubChangeListeners = listeners

export function onShownTableChange(listener: () => void): void {
  listeners.add(listener)
}

/**
 * Writes a new catalogue version with each write to a shown table, in the statement's transaction or in a new
 * transaction. The version is random because a number could repeat after a restore.
 */
export class ChangeNotingDialect extends MysqlDialect {
  override createDriver(): Driver {
    const driver = new ChangeNotingDriver(this.pooled)
    return this.reads ? new ReplicaFirstDriver(driver, this.reads) : driver
  }
  private readonly pooled: ConstructorParameters<typeof MysqlDialect>[0]
  private readonly reads: ReplicaReads | undefined
  constructor(config: ConstructorParameters<typeof MysqlDialect>[0], reads?: ReplicaReads) {
    super(config)
    this.pooled = config
    this.reads = reads
  }
}

type TrackedConnection = {
  execute: DatabaseConnection['executeQuery']
  isInTransaction: boolean
  hasChanged: boolean
}

class ChangeNotingDriver extends MysqlDriver {
  readonly #connections = new WeakMap<DatabaseConnection, TrackedConnection>()

  override async acquireConnection(): Promise<DatabaseConnection> {
    const connection = await super.acquireConnection()
    const knownConnection = this.#connections.get(connection)
    if (knownConnection) {
      knownConnection.isInTransaction = false
      knownConnection.hasChanged = false
      return connection
    }
    const tracked = {
      execute: connection.executeQuery.bind(connection),
      isInTransaction: false,
      hasChanged: false,
    }
    this.#connections.set(connection, tracked)
    return Object.assign(connection, {
      executeQuery: <Row>(query: CompiledQuery) =>
        isShownTableWrite(query.sql) ? executeTracked<Row>(tracked, query) : tracked.execute<Row>(query),
    })
  }

  override async beginTransaction(...args: Parameters<MysqlDriver['beginTransaction']>): Promise<void> {
    await super.beginTransaction(...args)
    const tracked = this.#connections.get(args[0])
    if (tracked) Object.assign(tracked, { isInTransaction: true, hasChanged: false })
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    const tracked = this.#connections.get(connection)
    if (tracked?.hasChanged) await writeVersion(tracked.execute)
    await super.commitTransaction(connection)
    if (tracked?.hasChanged) notifyListeners()
  }
}

async function executeTracked<Row>(
  tracked: TrackedConnection,
  query: CompiledQuery,
): Promise<QueryResult<Row>> {
  if (!tracked.isInTransaction) return executeInOwnTransaction(tracked.execute, query)
  tracked.hasChanged = true
  return tracked.execute(query)
}

/** Runs a write and stores the new version in one transaction. */
async function executeInOwnTransaction<Row>(
  execute: DatabaseConnection['executeQuery'],
  query: CompiledQuery,
): Promise<QueryResult<Row>> {
  await execute(CompiledQuery.raw('begin'))
  try {
    const result = await execute<Row>(query)
    await writeVersion(execute)
    await execute(CompiledQuery.raw('commit'))
    notifyListeners()
    return result
  } catch (error) {
    await execute(CompiledQuery.raw('rollback')).catch(() => undefined)
    throw error
  }
}

function notifyListeners(): void {
  for (const listener of listeners) listener()
}

/** Writes the version. Runs last in the transaction because its row must be locked only during the commit. */
async function writeVersion(execute: DatabaseConnection['executeQuery']): Promise<void> {
  const stamp = randomBytes(VERSION_BYTES).toString('hex')
  const statement =
    'insert into catalogue_version (id, stamp) values (1, ?) on duplicate key update stamp = values(stamp)'
  try {
    await execute(CompiledQuery.raw(statement, [stamp]))
  } catch (error) {
    // Migrations older than the table catalogue_version also write to shown tables.
    if (!(error instanceof Error) || Reflect.get(error, 'errno') !== MISSING_TABLE_ERRNO) throw error
  }
}
