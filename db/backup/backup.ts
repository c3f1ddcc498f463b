import { randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join, relative, resolve, sep } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { ArchiveWriter } from '#db/backup/archive.ts'
import type { Manifest, TableData } from '#db/backup/manifest.ts'
import { BackupProblem } from '#db/backup/problem.ts'
import { openSnapshot, type Snapshot, type SnapshotTable } from '#db/backup/snapshot.ts'
import { fileColumns } from '#db/backup/tables.ts'

const compress = promisify(gzip)

/** The limit of characters of rows in one member, which is held in memory. */
const MAX_PART_LENGTH = 2_000_000
const ABANDONED_AFTER_MS = 3_600_000
const MAX_MISSING_LISTED = 1_000

export type BackupOptions = {
  databaseUrl: string
  /** undefined with a bucket, whose service backs up the files (D118) */
  dataFolder: string | undefined
  folder: string
  key?: Uint8Array | undefined
  app: string
}

export type BackupResult = { path: string; manifest: Manifest }

/** Writes an archive with all rows of one moment, then the files (D111). Names it when it is complete. */
export async function makeBackup(options: BackupOptions): Promise<BackupResult> {
  const { databaseUrl, dataFolder, folder, key } = options
  if (dataFolder && !relative(resolve(dataFolder), resolve(folder)).startsWith('..'))
    throw new BackupProblem(
      'the archives would lie among the files they hold: choose a folder outside DATA_DIR',
    )
  await mkdir(folder, { recursive: true })
  await removeAbandonedParts(folder)
  const snapshot = await openSnapshot(databaseUrl, { hasSecrets: key !== undefined })
  try {
    const path = join(folder, formatArchiveName(snapshot.at, key !== undefined))
    const temporaryPath = `${path}.part`
    try {
      const manifest = await writeArchive(temporaryPath, snapshot, options)
      await rename(temporaryPath, path)
      await syncFolder(folder)
      return { path, manifest }
    } catch (error) {
      await rm(temporaryPath, { force: true })
      throw error
    }
  } finally {
    await snapshot.close().catch(() => undefined)
  }
}

/** Returns 'aeropub-20261123T030000Z.tar', with '.enc' if it is encrypted. */
export function formatArchiveName(instant: Date, isEncrypted: boolean): string {
  const time = `${instant.toISOString().replace(/[-:]/g, '').slice(0, 15)}Z`
  return `aeropub-${time}.tar${isEncrypted ? '.enc' : ''}`
}

const archiveName = /^aeropub-\d{8}T\d{6}Z\.tar(\.enc)?$/

/** Returns the names of the archives in `folder`, newest first. */
export async function listArchives(folder: string): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => archiveName.test(name))
  return names.sort().reverse()
}

/** Deletes all archives except the newest `keptCount`, but never the newest. Returns the deleted names. */
export async function deleteOldArchives(folder: string, keptCount: number): Promise<string[]> {
  const oldNames = (await listArchives(folder)).slice(Math.max(1, keptCount))
  for (const name of oldNames) await rm(join(folder, name))
  return oldNames
}

/** Deletes the unfinished archives of killed backups, to which nobody has written for an hour. */
async function removeAbandonedParts(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => /^aeropub-.*\.part$/.test(name))
  for (const name of names) {
    const path = join(folder, name)
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }))
    if (mtimeMs < Date.now() - ABANDONED_AFTER_MS) await rm(path, { force: true })
  }
}

/** Fills the archive and writes it to a new file at the same time. If filling fails, writing fails too. */
async function writeArchive(path: string, snapshot: Snapshot, options: BackupOptions): Promise<Manifest> {
  const archive = new ArchiveWriter()
  const output = createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true })
  const writingOutput = pipeline(archive.bytes(options.key), output)
  const fillingArchive = fillArchive(archive, snapshot, options).catch((error) => {
    archive.fail(error instanceof Error ? error : new Error(String(error)))
    throw error
  })
  const [manifest] = await Promise.all([fillingArchive, writingOutput])
  return manifest
}

async function fillArchive(
  archive: ArchiveWriter,
  snapshot: Snapshot,
  options: BackupOptions,
): Promise<Manifest> {
  const sums = await snapshot.readSums()
  const [[epoch] = []] = await snapshot.readTextRows('select epoch from restores order by id desc limit 1')
  const namedFiles = new Set(await listSettingFiles(snapshot))
  const tables: TableData[] = []
  for (const table of snapshot.tables) tables.push(await addTable(archive, snapshot, table, namedFiles))
  if (options.dataFolder === undefined) namedFiles.clear()
  else await addFiles(archive, options.dataFolder, namedFiles)
  const manifest: Manifest = {
    format: 1,
    id: randomBytes(16).toString('hex'),
    snapshotAt: snapshot.at,
    app: options.app,
    server: snapshot.server,
    level: snapshot.level,
    epoch: epoch ?? '',
    binlog: snapshot.binlog,
    ...(snapshot.binlogFault === undefined ? {} : { binlogFault: snapshot.binlogFault }),
    database: snapshot.database,
    isEncrypted: options.key !== undefined,
    tables,
    sums,
    members: archive.members,
    // `addFiles` has removed the names of all files that it found.
    missingFiles: [...namedFiles].slice(0, MAX_MISSING_LISTED),
  }
  await archive.finish(manifest)
  return manifest
}

/**
 * Adds a table's rows, one per line, in members of about `MAX_PART_LENGTH` characters. Adds the files that
 * rows name to `namedFiles`.
 */
async function addTable(
  archive: ArchiveWriter,
  snapshot: Snapshot,
  table: SnapshotTable,
  namedFiles: Set<string>,
): Promise<TableData> {
  const { name, nextId } = table
  const columns = table.columns.map((column) => column.name)
  const fileColumn = fileColumns[name]
  const fileColumnIndex = fileColumn ? columns.indexOf(fileColumn.column) : -1
  let lines: string[] = []
  let length = 0
  let rowCount = 0
  let partCount = 0
  const flush = async () => {
    if (lines.length === 0) return
    partCount += 1
    await archive.add(formatPartName(name, partCount), await compress(lines.join('\n')))
    lines = []
    length = 0
  }
  for await (const row of snapshot.streamRows(table)) {
    const line = JSON.stringify(row)
    lines.push(line)
    length += line.length
    rowCount += 1
    const fileName = row[fileColumnIndex]
    if (fileName) namedFiles.add(fileColumn?.folder ? `${fileColumn.folder}/${fileName}` : fileName)
    if (length >= MAX_PART_LENGTH) await flush()
  }
  await flush()
  return { name, columns, rows: rowCount, nextId }
}

function formatPartName(table: string, partNumber: number): string {
  return `tables/${table}/${String(partNumber).padStart(6, '0')}.ndjson.gz`
}

/** Adds all complete files and removes them from `namedFiles`. */
async function addFiles(archive: ArchiveWriter, folder: string, namedFiles: Set<string>): Promise<void> {
  for await (const path of listFiles(folder)) {
    const name = relative(folder, path).split(sep).join('/')
    if (name.endsWith('.part')) continue
    if (await archive.addFile(`files/${name}`, path)) namedFiles.delete(name)
  }
}

/** Yields the paths of all files below the folder; none if the folder does not exist. */
async function* listFiles(folder: string): AsyncGenerator<string> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw new BackupProblem(`the files cannot be read: ${error.message}`)
  })
  for (const entry of entries) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) yield* listFiles(path)
    else if (entry.isFile()) yield path
  }
}

/** Returns the files in settings: the uploaded list of revisions and the logo. */
async function listSettingFiles(snapshot: Snapshot): Promise<string[]> {
  const rows = await snapshot.readTextRows(
    `select json_unquote(json_extract(value, '$.file')) from settings where name = 'statusFile' and value <> 'null'
     union select json_unquote(json_extract(value, '$.logoFile')) from settings where name = 'appearance'`,
  )
  return rows.flatMap(([name]) => (name && name !== 'null' ? [name] : []))
}

async function syncFolder(folder: string): Promise<void> {
  const folderHandle = await open(folder)
  await folderHandle.sync().finally(() => folderHandle.close())
}
