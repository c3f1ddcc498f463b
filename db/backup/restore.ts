import { createWriteStream } from 'node:fs'
import { mkdir, readdir } from 'node:fs/promises'
import { dirname, resolve, sep } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { type Connection, createConnection, type ResultSetHeader } from 'mysql2'
import { connect } from '#app/models/platform/connection.server.ts'
import { restoreMark } from '#app/models/platform/readiness/unfinished-restore.server.ts'
import { readMembers, verifyArchive } from '#db/backup/archive.ts'
import type { Manifest } from '#db/backup/manifest.ts'
import { markUnfinished, setRestoreStage } from '#db/backup/mark.ts'
import { BackupProblem } from '#db/backup/problem.ts'
import { readColumns, readSums, readTextRows, type TextRow } from '#db/backup/snapshot.ts'
import { getCurrentLevel, isBeforeRewriting, migrate, migrationNames, rewrittenLevels } from '#db/migrate.ts'

const decompress = promisify(gunzip)

const MAX_ROWS_PER_INSERT = 500
/** Even with every character escaped, such a statement is below 16 MB, the smallest default packet limit. */
const MAX_STATEMENT_LENGTH = 1_000_000
const HOUR_MS = 3_600_000

export type RestoreOptions = {
  path: string
  key?: Uint8Array | undefined
  databaseUrl: string
  dataFolder: string
  /** true if the binary log is replayed before `finishRestore` */
  isReplayPending?: boolean
}

/** Verifies the archive, then fills an empty database and folder. Then call `finishRestore`. */
export async function loadBackup({
  path,
  key,
  databaseUrl,
  dataFolder,
  isReplayPending = false,
}: RestoreOptions): Promise<Manifest> {
  const manifest = await verifyArchive(path, key)
  const level = chooseMigrationLevel(manifest, isReplayPending)
  await requireEmpty(databaseUrl, dataFolder)
  await markUnfinished(databaseUrl, manifest)
  await createTables(databaseUrl, level)
  const connection = await openForLoading(databaseUrl)
  try {
    const columns = await readColumns(connection)
    columns.delete(restoreMark)
    // The archive contains all rows, also those that a migration may have inserted.
    for (const name of columns.keys()) await connection.promise().query(`delete from \`${name}\``)
    await readMembers(path, key, async (name, content) => {
      const [folder, table = ''] = name.split('/')
      if (folder === 'files') await writeFile(dataFolder, name.slice('files/'.length), content)
      else await loadPart(connection, findTarget(manifest, table, columns), await readBytes(content))
    })
    await raiseIds(connection, manifest)
    await compareCounts(connection, manifest)
  } finally {
    connection.destroy()
  }
  await setRestoreStage(databaseUrl, isReplayPending && manifest.binlog ? 'before-replay' : 'loaded')
  return manifest
}

/** Returns the migration of the archive's tables. Throws BackupProblem if this build cannot. */
export function chooseMigrationLevel(
  { level, binlog }: Pick<Manifest, 'level' | 'binlog'>,
  isReplayPending: boolean,
): string {
  const currentLevel = getCurrentLevel(level)
  if (isBeforeRewriting(currentLevel))
    throw new BackupProblem(
      `the backup is of a build before 0.1.0 (${level}): restore it with the last of those (${rewrittenLevels.lastBefore}), then migrate it with this one`,
    )
  if (!migrationNames.includes(currentLevel))
    throw new BackupProblem(`the backup is of a later version of the shop (${level})`)
  // The log may contain the take-over of the old migrations, which this database already has.
  if (currentLevel !== level && isReplayPending && binlog)
    throw new BackupProblem(
      `the backup is of a build before 0.1.0 (${level}): load and replay it with the build that made it, then --finish with this one`,
    )
  return currentLevel
}

async function requireEmpty(databaseUrl: string, dataFolder: string) {
  const connection = createConnection({ uri: databaseUrl, connectTimeout: 10_000 })
  try {
    const tables = await readTextRows(
      connection,
      'select table_name from information_schema.tables where table_schema = database()',
    )
    if (tables.length > 0)
      throw new BackupProblem('the database is not empty: restore into a new one, or drop it first')
  } finally {
    connection.destroy()
  }
  const files = await readdir(dataFolder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  if (files.length > 0) throw new BackupProblem(`the files folder is not empty: ${dataFolder}`)
}

async function createTables(databaseUrl: string, level: string) {
  const db = connect(databaseUrl, { connections: 1, queryTimeoutMs: HOUR_MS, acquireTimeoutMs: 10_000 })
  await migrate(db, level).finally(() => db.destroy())
}

/** Opens a connection that accepts rows in any sequence, also with the id 0. */
async function openForLoading(databaseUrl: string): Promise<Connection> {
  const connection = createConnection({ uri: databaseUrl, charset: 'utf8mb4', connectTimeout: 10_000 })
  await connection.promise().query(
    `set session time_zone = '+00:00', foreign_key_checks = 0, unique_checks = 0,
       sql_mode = 'STRICT_TRANS_TABLES,NO_AUTO_VALUE_ON_ZERO'`,
  )
  return connection
}

type TargetTable = { name: string; columns: readonly string[] }

function findTarget(manifest: Manifest, name: string, columnsByTable: Map<string, string[]>): TargetTable {
  const table = manifest.tables.find((candidate) => candidate.name === name)
  const columns = columnsByTable.get(name)
  if (!table || !columns) throw new BackupProblem(`no such table: ${name}`)
  const unknownColumns = table.columns.filter((column) => !columns.includes(column))
  if (unknownColumns.length > 0) throw new BackupProblem(`${name} has no column ${unknownColumns.join(', ')}`)
  return table
}

/** Inserts the rows of a member in one transaction, with several rows per statement. */
async function loadPart(connection: Connection, { name, columns }: TargetTable, compressed: Buffer) {
  const lines = (await decompress(compressed)).toString().split('\n')
  const columnList = columns.map((column) => `\`${column}\``).join(', ')
  const insertRows = async (rows: TextRow[]) => {
    if (rows.length > 0)
      await connection
        .promise()
        .query<ResultSetHeader>(`insert into \`${name}\` (${columnList}) values ?`, [rows])
  }
  let rows: TextRow[] = []
  let length = 0
  await connection.promise().beginTransaction()
  for (const line of lines) {
    rows.push(JSON.parse(line))
    length += line.length
    if (rows.length < MAX_ROWS_PER_INSERT && length < MAX_STATEMENT_LENGTH) continue
    await insertRows(rows)
    rows = []
    length = 0
  }
  await insertRows(rows)
  await connection.promise().commit()
}

/** Sets the next ids of the manifest, since the highest ids may belong to deleted rows. */
async function raiseIds(connection: Connection, { tables }: Manifest) {
  for (const { name, nextId } of tables)
    if (nextId !== null)
      await connection.promise().query(`alter table \`${name}\` auto_increment = ${nextId}`)
}

/** Throws if numbers of rows or sums differ from the manifest's. */
async function compareCounts(connection: Connection, manifest: Manifest) {
  const differences: string[] = []
  for (const { name, rows } of manifest.tables) {
    const [[count] = []] = await readTextRows(connection, `select count(*) from \`${name}\``)
    if (Number(count) !== rows) differences.push(`${name} has ${count} rows instead of ${rows}`)
  }
  const sums = await readSums(connection)
  for (const [name, expected] of Object.entries(manifest.sums))
    if (sums[name] !== expected) differences.push(`${name}: ${sums[name]} instead of ${expected}`)
  if (differences.length > 0) throw new BackupProblem(`what was loaded differs: ${differences.join('; ')}`)
}

async function writeFile(folder: string, name: string, content: Readable) {
  const root = resolve(folder)
  const path = resolve(root, name)
  if (!path.startsWith(root + sep))
    throw new BackupProblem(`the backup has a file outside its folder: ${name}`)
  await mkdir(dirname(path), { recursive: true })
  await pipeline(content, createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }))
}

async function readBytes(content: Readable): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of content) chunks.push(chunk)
  return Buffer.concat(chunks)
}
