import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { basename } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { createConnection } from 'mysql2'
import { type Contents, listDifferingTables, readContents } from '#db/backup/contents.ts'
import type { Manifest } from '#db/backup/manifest.ts'
import { readRestoreStage, setRestoreStage } from '#db/backup/mark.ts'
import { BackupProblem, LogServerFault } from '#db/backup/problem.ts'
import { openSnapshot, readRestoredTables, readTextRows } from '#db/backup/snapshot.ts'

/** The log of a running server, or copies of its files, beginning with the file where the backup ends. */
export type BinlogSource = { url: string } | { files: readonly string[] }

export type ReplayOptions = {
  manifest: Manifest
  /** the database that `loadBackup` filled */
  databaseUrl: string
  source: BinlogSource
  /** events from this moment on are skipped */
  until?: Date | undefined
  /** true compares all rows with the source after the replay */
  isCompared?: boolean
}

export type ReplayResult = {
  /** rows added since the backup (negative if removed), for tables that differ */
  growth: Map<string, number>
  changedTables: number
  newestOrder: { id: string; createdAt: string } | undefined
  comparedRows: number | undefined
}

/** Replays the log from the backup on. Throws if no row changed, as with a wrong log. */
export async function replayBinlog(options: ReplayOptions): Promise<ReplayResult> {
  const { manifest, databaseUrl } = options
  const stage = await readRestoreStage(databaseUrl, manifest)
  if (stage !== 'before-replay')
    throw new BackupProblem(
      stage === 'replaying'
        ? 'a replay was cut off in this database: begin anew with an empty one'
        : 'nothing can be replayed into this database: load it with --before-replay',
    )
  requireOtherDatabase(options)
  const programs = await findPrograms(isMariaDb(manifest))
  const contentsBefore = await readRestoredTables(databaseUrl, manifest, readContents)
  const logEnd = await findLogEnd(options)
  await setRestoreStage(databaseUrl, 'replaying')
  await runReplay(programs, options, logEnd)
  const contentsAfter = await readRestoredTables(databaseUrl, manifest, readContents)
  const changedTables = listDifferingTables(contentsBefore, contentsAfter)
  if (changedTables.length === 0) {
    await setRestoreStage(databaseUrl, 'before-replay')
    throw new BackupProblem(
      `nothing was replayed: the log changes no row of ${manifest.database} after the backup`,
    )
  }
  if (logEnd.contents) requireSameContents(logEnd.contents, contentsAfter)
  await setRestoreStage(databaseUrl, 'replayed')
  return {
    growth: measureGrowth(contentsBefore, contentsAfter),
    changedTables: changedTables.length,
    newestOrder: await findNewestOrder(databaseUrl),
    comparedRows: logEnd.contents && countRows(contentsAfter),
  }
}

function countRows(contents: Contents): number {
  return [...contents.values()].reduce((total, { rows }) => total + rows, 0)
}

/** Throws for the same database on the same server, whose log also contains this restore. */
function requireOtherDatabase({ manifest, databaseUrl, source, until }: ReplayOptions): void {
  if (until || 'files' in source) return
  const [sourceUrl, targetUrl] = [new URL(source.url), new URL(databaseUrl)]
  if (sourceUrl.host === targetUrl.host && getDatabaseName(targetUrl) === manifest.database)
    throw new BackupProblem(
      `the log also has what happened to ${manifest.database} since: restore into another name, or name the moment with --until`,
    )
}

type LogPosition = { file: string; position: number }
/** The end of the log to replay. `stopPosition` is a position in the last of `files`. */
type LogEnd = { files: readonly string[]; stopPosition?: number | undefined; contents?: Contents }

async function findLogEnd({ manifest, source, isCompared }: ReplayOptions): Promise<LogEnd> {
  const start = getLogStart(manifest)
  if ('files' in source) {
    if (isCompared) throw new BackupProblem('a comparison needs the server, not files of its log')
    if (basename(source.files[0] ?? '') !== start.file)
      throw new BackupProblem(`the first file has to be ${start.file}, where the backup ends`)
    return { files: source.files }
  }
  const snapshot = isCompared
    ? await readSource(source.url, manifest).catch(rethrowAsLogServerFault)
    : undefined
  const logs = await listLogs(source.url).catch(rethrowAsLogServerFault)
  const firstIndex = logs.findIndex(({ file }) => file === start.file)
  const lastIndex = snapshot ? logs.findIndex(({ file }) => file === snapshot.position.file) : logs.length - 1
  if (firstIndex < 0 || lastIndex < firstIndex)
    throw new BackupProblem(`the server no longer has ${start.file}, where the backup ends`)
  const files = logs.slice(firstIndex, lastIndex + 1).map(({ file }) => file)
  // The replay may write to the same log, so reading stops at its present end.
  return snapshot
    ? { files, stopPosition: snapshot.position.position, contents: snapshot.contents }
    : { files, stopPosition: logs[lastIndex]?.position }
}

function rethrowAsLogServerFault(error: unknown): never {
  throw error instanceof BackupProblem ? error : new LogServerFault('no binary log', { cause: error })
}

function getLogStart({ binlog }: Manifest): LogPosition {
  if (!binlog) throw new BackupProblem('the backup names no place in a binary log')
  return binlog
}

/** Reads the backup's database and the log position of its rows. */
async function readSource(url: string, manifest: Manifest) {
  const address = new URL(url)
  address.pathname = `/${manifest.database}`
  const snapshot = await openSnapshot(address.href, { hasSecrets: manifest.isEncrypted })
  try {
    if (!snapshot.binlog)
      throw new BackupProblem(`no place in the binary log: ${snapshot.binlogFault ?? 'there is none'}`)
    return { position: snapshot.binlog, contents: await readContents(snapshot.tables, snapshot.streamRows) }
  } finally {
    await snapshot.close()
  }
}

/** Returns the server's log files, oldest first. `position` is their size. */
async function listLogs(url: string): Promise<LogPosition[]> {
  const connection = createConnection({ uri: url, connectTimeout: 10_000 })
  try {
    const rows = await readTextRows(connection, 'show binary logs')
    return rows.map(([file, size]) => ({ file: String(file), position: Number(size) }))
  } finally {
    connection.destroy()
  }
}

async function findNewestOrder(url: string) {
  const connection = createConnection({ uri: url, connectTimeout: 10_000 })
  try {
    const newestOrderQuery = 'select id, created_at from orders order by id desc limit 1'
    const [[id, createdAt] = []] = await readTextRows(connection, newestOrderQuery)
    return id && createdAt ? { id, createdAt } : undefined
  } finally {
    connection.destroy()
  }
}

function requireSameContents(source: Contents, target: Contents): void {
  const differingTables = listDifferingTables(source, target)
  if (differingTables.length === 0) return
  const descriptions = differingTables.map(
    (name) => `${name} (${target.get(name)?.rows} rows, there ${source.get(name)?.rows})`,
  )
  throw new BackupProblem(
    `what was replayed differs from the database it came from: ${descriptions.join(', ')}`,
  )
}

function measureGrowth(contentsBefore: Contents, contentsAfter: Contents): Map<string, number> {
  const differences = [...contentsAfter].map(
    ([name, { rows }]) => [name, rows - (contentsBefore.get(name)?.rows ?? 0)] as const,
  )
  return new Map(differences.filter(([, difference]) => difference !== 0))
}

function isMariaDb({ server }: Manifest): boolean {
  return /mariadb/i.test(server)
}

type Programs = { isMariaDb: boolean; reader: string; client: string }

/** Returns programs of the same kind of server, since neither reads the other's log completely. */
async function findPrograms(isMariaDb: boolean): Promise<Programs> {
  const readers = isMariaDb ? ['mariadb-binlog', 'mysqlbinlog'] : ['mysqlbinlog']
  const reader = await findFirstProgram(readers, (version) => /mariadb/i.test(version) === isMariaDb)
  const client = await findFirstProgram(isMariaDb ? ['mariadb', 'mysql'] : ['mysql', 'mariadb'], () => true)
  if (!reader || !client)
    throw new BackupProblem(
      `a replay needs the programs ${isMariaDb ? 'mariadb-binlog and mariadb' : 'mysqlbinlog and mysql'} of the server`,
    )
  return { isMariaDb, reader, client }
}

async function findFirstProgram(names: readonly string[], isSuitable: (version: string) => boolean) {
  for (const name of names) {
    const version = await promisify(execFile)(name, ['--version']).catch(() => undefined)
    if (version && isSuitable(version.stdout)) return name
  }
  return undefined
}

async function runReplay(programs: Programs, options: ReplayOptions, logEnd: LogEnd): Promise<void> {
  const targetUrl = new URL(options.databaseUrl)
  const database = getDatabaseName(targetUrl)
  const sourceUrl = 'url' in options.source ? new URL(options.source.url) : undefined
  const readerProcess = spawn(
    programs.reader,
    listReaderArguments(programs, { ...options, database, sourceUrl, logEnd }),
    {
      env: makeEnvironment(sourceUrl),
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  const clientProcess = spawn(
    programs.client,
    ['--no-defaults', ...listConnectionArguments(programs, targetUrl), '--binary-mode', database],
    { env: makeEnvironment(targetUrl), stdio: ['pipe', 'ignore', 'pipe'] },
  )
  await Promise.all([
    // A program that exits early prints the reason itself.
    pipeline(readerProcess.stdout, clientProcess.stdin).catch(() => undefined),
    requireSuccess('reading the binary log', readerProcess),
    requireSuccess('replaying the binary log', clientProcess),
  ])
}

type ReaderOptions = ReplayOptions & { database: string; sourceUrl: URL | undefined; logEnd: LogEnd }

function listReaderArguments(
  programs: Programs,
  { manifest, database, sourceUrl, logEnd, until }: ReaderOptions,
): string[] {
  return [
    '--no-defaults',
    ...(sourceUrl ? [...listConnectionArguments(programs, sourceUrl), '--read-from-remote-server'] : []),
    ...(sourceUrl && !programs.isMariaDb ? ['--get-server-public-key'] : []),
    ...listDatabaseArguments(programs, manifest.database, database),
    // With GTIDs a MySQL server silently skips all transactions that it has executed before, and MariaDB's reader
    // stops at those of an earlier replay, which the same log has twice.
    programs.isMariaDb ? '--loose-gtid-strict-mode=0' : '--skip-gtids',
    `--start-position=${getLogStart(manifest).position}`,
    ...(logEnd.stopPosition === undefined ? [] : [`--stop-position=${logEnd.stopPosition}`]),
    ...(until ? [`--stop-datetime=${until.toISOString().slice(0, 19).replace('T', ' ')}`] : []),
    ...logEnd.files,
  ]
}

/** A name that no database has. Renaming the target to it skips the target's own changes in the same log. */
const NO_DATABASE = 'aeropub_nowhere'

/**
 * Returns the arguments that select the source's changes and rename them to the target. `--database` compares
 * the logged name on MariaDB, but the rewritten name on MySQL.
 */
function listDatabaseArguments({ isMariaDb }: Programs, source: string, target: string): string[] {
  if (source === target) return [`--database=${source}`]
  if (isMariaDb) return [`--rewrite-db=${source}->${target}`, `--database=${source}`]
  return [
    `--rewrite-db=${source}->${target}`,
    `--rewrite-db=${target}->${NO_DATABASE}`,
    `--database=${target}`,
  ]
}

function listConnectionArguments({ isMariaDb }: Programs, url: URL): string[] {
  const { hostname, port, username } = url
  return [
    `--host=${hostname.replace(/^\[|\]$/g, '')}`,
    `--port=${port || '3306'}`,
    `--user=${decodeURIComponent(username)}`,
    '--protocol=tcp',
    ...(url.searchParams.has('ssl') ? [isMariaDb ? '--ssl' : '--ssl-mode=REQUIRED'] : []),
  ]
}

/** Returns an environment with UTC, since the programs read times in the machine's time zone. */
function makeEnvironment(url: URL | undefined): NodeJS.ProcessEnv {
  return { ...process.env, TZ: 'UTC', ...(url ? { MYSQL_PWD: decodeURIComponent(url.password) } : {}) }
}

function getDatabaseName({ pathname }: URL): string {
  return decodeURIComponent(pathname.slice(1))
}

type Child = ReturnType<typeof spawn>

async function requireSuccess(step: string, child: Child): Promise<void> {
  let errorText = ''
  child.stderr?.on('data', (chunk) => {
    errorText += chunk
  })
  const [code, signal] = await once(child, 'close')
  if (code !== 0)
    throw new BackupProblem(`${step} failed (${code ?? signal}), begin anew: ${errorText.trim()}`)
}
