import { type Connection, createConnection, type RowDataPacket } from 'mysql2'
import { restoreMark } from '#app/models/platform/readiness/unfinished-restore.server.ts'
import type { Manifest, TableData } from '#db/backup/manifest.ts'
import { BackupProblem } from '#db/backup/problem.ts'
import { secretColumns, tables } from '#db/backup/tables.ts'

/** A row with each value as text, whatever the column's type. */
export type TextRow = (string | null)[]

export type Snapshot = Awaited<ReturnType<typeof openSnapshot>>

/** SQL of sums in centavos that must be equal after a restore. */
const checkedTotals: Readonly<Record<string, string>> = {
  orders: 'select count(*), coalesce(sum(total), 0) from orders',
  'orders paid': 'select count(*), coalesce(sum(total), 0) from orders where status = 2',
  'order lines': 'select count(*), coalesce(sum(value), 0) from order_lines',
  boletos: 'select count(*), coalesce(sum(value), 0) from boletos',
  payments: 'select count(*), coalesce(sum(value), 0) from payments',
  refunds: 'select count(*), coalesce(sum(value), 0) from refunds',
  subscriptions: 'select count(*), count(due) from subscriptions',
}

const HOUR_SECONDS = 3600

/** Opens a transaction that reads the database as of one moment, while orders still arrive. */
export async function openSnapshot(url: string, { hasSecrets }: { hasSecrets: boolean }) {
  const connection = createConnection({ uri: url, charset: 'utf8mb4', connectTimeout: 10_000 })
  await prepareSession(connection)
  const { place: binlog, fault: binlogFault } = await beginAtBinlog(connection, url)
  const [[time, version, database] = []] = await readTextRows(
    connection,
    'select utc_timestamp(3), version(), database()',
  )
  const [[newestMigration] = [null]] = await readTextRows(
    connection,
    'select max(name) from kysely_migration',
  )
  if (!newestMigration) throw new BackupProblem('the database was never migrated')
  const snapshotTables = await describeTables(connection, await readColumns(connection), hasSecrets)
  return {
    at: new Date(`${String(time).replace(' ', 'T')}Z`),
    server: String(version),
    database: String(database),
    level: newestMigration,
    binlog,
    binlogFault,
    tables: snapshotTables,
    readSums: () => readSums(connection),
    streamRows: (table: Columns) => streamRows(connection, table),
    readTextRows: (statement: string) => readTextRows(connection, statement),
    close: () => connection.promise().end(),
  }
}

type Columns = { name: string; columns: readonly { name: string; isSecret: boolean }[] }
export type SnapshotTable = Columns & Pick<TableData, 'nextId'>

/**
 * Calls `read` with the tables and rows of a database that is being restored, without the table of the restore.
 * Only an encrypted backup contains secrets.
 */
export async function readRestoredTables<T>(
  url: string,
  { isEncrypted }: Manifest,
  read: (tables: SnapshotTable[], readRows: (table: Columns) => AsyncGenerator<TextRow>) => Promise<T>,
): Promise<T> {
  const connection = createConnection({ uri: url, charset: 'utf8mb4', connectTimeout: 10_000 })
  try {
    await prepareSession(connection)
    const columnsByTable = await readColumns(connection)
    columnsByTable.delete(restoreMark)
    return await read(await describeTables(connection, columnsByTable, isEncrypted), (table) =>
      streamRows(connection, table),
    )
  } finally {
    connection.destroy()
  }
}

export async function readSums(connection: Connection): Promise<Record<string, string>> {
  const sums: Record<string, string> = {}
  for (const [name, statement] of Object.entries(checkedTotals)) {
    const [row] = await readTextRows(connection, statement)
    sums[name] = (row ?? []).join(' ')
  }
  return sums
}

/** Returns the columns of each table, except computed ones. */
export async function readColumns(connection: Connection): Promise<Map<string, string[]>> {
  const rows = await readTextRows(
    connection,
    `select table_name, column_name from information_schema.columns
     where table_schema = database() and table_name not like 'kysely%' and coalesce(generation_expression, '') = ''
     order by table_name, ordinal_position`,
  )
  const columns = new Map<string, string[]>()
  for (const [table, column] of rows)
    columns.set(String(table), [...(columns.get(String(table)) ?? []), String(column)])
  return columns
}

export async function readTextRows(connection: Connection, statement: string): Promise<TextRow[]> {
  const [rows] = await connection.promise().query<RowDataPacket[][]>(makeTextQuery(statement))
  return rows.map((row) => row.map((value: unknown) => (value === null ? null : String(value))))
}

function makeTextQuery(sql: string) {
  return {
    sql,
    rowsAsArray: true,
    typeCast: (field: { string(as: string): string | null }) => field.string('utf8'),
  }
}

async function prepareSession(connection: Connection) {
  const promiseConnection = connection.promise()
  await promiseConnection.query(`set session transaction isolation level repeatable read`)
  await promiseConnection.query(
    `set session time_zone = '+00:00', net_write_timeout = ${HOUR_SECONDS}, lock_wait_timeout = 5, sql_mode = ''`,
  )
  // MySQL would return values cached for a day. MariaDB rejects the variable, which is ignored.
  await promiseConnection
    .query('set session information_schema_stats_expiry = 0')
    .catch(ignoreUnknownVariable)
}

const UNKNOWN_VARIABLE_ERROR = 1193

function ignoreUnknownVariable(error: unknown) {
  if (!(error instanceof Error && 'errno' in error && error.errno === UNKNOWN_VARIABLE_ERROR)) throw error
}

type Binlog = { place: { file: string; position: number } | null; fault?: string }

/** Begins the transaction at a known log position if possible; otherwise `fault` is the reason. */
async function beginAtBinlog(connection: Connection, url: string): Promise<Binlog> {
  const beginTransaction = () => connection.promise().query('start transaction with consistent snapshot')
  const [[isLogging, version] = []] = await readTextRows(connection, 'select @@global.log_bin, version()')
  if (isLogging !== '1') return beginTransaction().then(() => ({ place: null }))
  if (/mariadb/i.test(String(version))) {
    await beginTransaction()
    const status = new Map(
      (await readTextRows(connection, "show status like 'binlog_snapshot_%'")).map(([name, value]) => [
        String(name).toLowerCase(),
        value,
      ]),
    )
    const place = toLogPosition(status.get('binlog_snapshot_file'), status.get('binlog_snapshot_position'))
    return place ? { place } : { place, fault: 'the account lacks BINLOG MONITOR' }
  }
  return beginLocked(url, beginTransaction)
}

/** Reads the log position under a short lock (which needs RELOAD), so that it matches MySQL's snapshot. */
async function beginLocked(url: string, beginTransaction: () => Promise<unknown>): Promise<Binlog> {
  const lockingConnection = createConnection({ uri: url, connectTimeout: 10_000 })
  try {
    await lockingConnection.promise().query('set session lock_wait_timeout = 1')
    await lockingConnection.promise().query('flush tables with read lock')
    await beginTransaction()
    const [row] = await readTextRows(lockingConnection, 'show binary log status').catch(() =>
      readTextRows(lockingConnection, 'show master status'),
    )
    const place = toLogPosition(row?.[0], row?.[1])
    return place ? { place } : { place, fault: 'the server does not say where its log is' }
  } catch (error) {
    await beginTransaction()
    return { place: null, fault: explainLockFault(error) }
  } finally {
    await lockingConnection.promise().end()
  }
}

/** Explains why the log's position is unknown: missing privileges (1045, 1227) or a lock wait (1205). */
function explainLockFault(error: unknown): string {
  const errno = error instanceof Error ? Reflect.get(error, 'errno') : undefined
  if (errno === 1045 || errno === 1227) return 'the account lacks RELOAD or REPLICATION CLIENT'
  if (errno === 1205) return 'the tables could not be locked: a long statement was running'
  return `the database said ${error instanceof Error ? (Reflect.get(error, 'code') ?? error.name) : error}`
}

function toLogPosition(file: string | null | undefined, position: string | null | undefined) {
  return file && position ? { file, position: Number(position) } : null
}

/** Returns the tables. Without `hasSecrets`, marks secret columns, which are stored empty. Throws for unknown tables. */
async function describeTables(
  connection: Connection,
  columnsByTable: Map<string, string[]>,
  hasSecrets: boolean,
): Promise<SnapshotTable[]> {
  const unknownTables = [...columnsByTable.keys()].filter((name) => !(name in tables))
  if (unknownTables.length > 0)
    throw new BackupProblem(`no table of this version: ${unknownTables.join(', ')}`)
  const nextIds = new Map(
    await readTextRows(
      connection,
      `select table_name, auto_increment from information_schema.tables
       where table_schema = database() and auto_increment is not null`,
    ).then((rows) => rows.map(([name, value]) => [String(name), Number(value)])),
  )
  return [...columnsByTable].map(([name, columns]) => ({
    name,
    columns: columns.map((column) => ({
      name: column,
      isSecret: !hasSecrets && secretColumns[name]?.includes(column) === true,
    })),
    nextId: nextIds.get(name) ?? null,
  }))
}

/** Yields rows. Reads from the server no faster than the caller consumes them. */
async function* streamRows(connection: Connection, { name, columns }: Columns): AsyncGenerator<TextRow> {
  const columnList = columns.map((column) => (column.isSecret ? "''" : `\`${column.name}\``)).join(', ')
  const stream = connection
    .query(makeTextQuery(`select ${columnList} from \`${name}\``))
    .stream({ highWaterMark: 200 })
  for await (const row of stream) yield row
}
