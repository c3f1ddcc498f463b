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
/** Matches the part of a statement that names the tables it writes. */
const targets = /^\s*(?:(?:insert|replace)\s[^(]*|update\s.*?\sset\s|delete\s.*?(?:\swhere\s|$))/is

/** Returns true for statements that write to a table shown on public pages. */
export function isShownTableWrite(sql: string): boolean {
  return shownTablesPattern.test(targets.exec(sql)?.[0] ?? '')
}

const NO_SUCH_TABLE = 1146

declare global {
  var aeropubChangeListeners: Set<() => void> | undefined
}

/** The value is stored in globalThis because each bundle of a process has its own copy of this module. */
const listeners = globalThis.aeropubChangeListeners ?? new Set<() => void>()
globalThis.aeropubChangeListeners = listeners

export function onShownChange(listener: () => void): void {
  listeners.add(listener)
}

/**
 * A driver that writes a new catalogue version after such a statement, in its transaction or in one of its
 * own. The version is random, because a number could repeat after a restore.
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

type Noted = {
  execute: DatabaseConnection['executeQuery']
  isInTransaction: boolean
  hasChanged: boolean
}

class ChangeNotingDriver extends MysqlDriver {
  readonly #connections = new WeakMap<DatabaseConnection, Noted>()

  override async acquireConnection(): Promise<DatabaseConnection> {
    const connection = await super.acquireConnection()
    const knownConnection = this.#connections.get(connection)
    if (knownConnection) {
      knownConnection.isInTransaction = false
      knownConnection.hasChanged = false
      return connection
    }
    const notedConnection = {
      execute: connection.executeQuery.bind(connection),
      isInTransaction: false,
      hasChanged: false,
    }
    this.#connections.set(connection, notedConnection)
    return Object.assign(connection, {
      executeQuery: <Row>(query: CompiledQuery) =>
        isShownTableWrite(query.sql)
          ? executeNoted<Row>(notedConnection, query)
          : notedConnection.execute<Row>(query),
    })
  }

  override async beginTransaction(...args: Parameters<MysqlDriver['beginTransaction']>): Promise<void> {
    await super.beginTransaction(...args)
    const notedConnection = this.#connections.get(args[0])
    if (notedConnection) Object.assign(notedConnection, { isInTransaction: true, hasChanged: false })
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    const notedConnection = this.#connections.get(connection)
    if (notedConnection?.hasChanged) await writeStamp(notedConnection.execute)
    await super.commitTransaction(connection)
    if (notedConnection?.hasChanged) notify()
  }
}

async function executeNoted<Row>(notedConnection: Noted, query: CompiledQuery): Promise<QueryResult<Row>> {
  if (!notedConnection.isInTransaction) return executeAlone(notedConnection.execute, query)
  notedConnection.hasChanged = true
  return notedConnection.execute(query)
}

async function executeAlone<Row>(
  execute: DatabaseConnection['executeQuery'],
  query: CompiledQuery,
): Promise<QueryResult<Row>> {
  await execute(CompiledQuery.raw('begin'))
  try {
    const result = await execute<Row>(query)
    await writeStamp(execute)
    await execute(CompiledQuery.raw('commit'))
    notify()
    return result
  } catch (error) {
    await execute(CompiledQuery.raw('rollback')).catch(() => undefined)
    throw error
  }
}

function notify(): void {
  for (const listener of listeners) listener()
}

/** Writes the version last in the transaction, so that its row is locked only during the commit. */
async function writeStamp(execute: DatabaseConnection['executeQuery']): Promise<void> {
  const stamp = randomBytes(16).toString('hex')
  const text =
    'insert into catalogue_version (id, stamp) values (1, ?) on duplicate key update stamp = values(stamp)'
  try {
    await execute(CompiledQuery.raw(text, [stamp]))
  } catch (error) {
    // Migrations older than this table also change such rows.
    if (!(error instanceof Error) || Reflect.get(error, 'errno') !== NO_SUCH_TABLE) throw error
  }
}
