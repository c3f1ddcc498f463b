import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Kysely, sql } from 'kysely'
import { createConnection } from 'mysql2/promise'
import { connect } from '#app/models/platform/connection.server.ts'
import type { Database } from '#app/models/platform/schema.ts'
import { createDatabase } from '../../support/fresh-database.ts'
import { runTool } from '../../support/shop.ts'
import { PROCESSES_VARIABLE } from './run-processes.ts'

const shiftedClock = pathToFileURL(join(import.meta.dirname, '../../support/shifted-clock.mjs')).href

/** The file that describes the seeded database of this run, which `prepareDemonstration` sets. */
const FILE_VARIABLE = 'FAULTS_DEMONSTRATION_FILE'

/** `refill` are statements that restore the seeded rows; `columns` and `stamp` are those after the seed. */
type Demonstration = { server: string; dataFolder: string; refill: string[]; columns: string; stamp: string }

/**
 * Seeds one database for the whole run. Vitest calls it before the first fault test. The returned function
 * ends servers and web processes that test processes have left, and drops the database.
 */
export default async function prepareDemonstration(): Promise<(() => Promise<void>) | undefined> {
  const server = process.env.DATABASE_URL
  if (!server || process.env[FILE_VARIABLE]) return undefined
  const folder = await mkdtemp(join(tmpdir(), 'aeropub-demonstration-'))
  const processes = join(folder, 'processes')
  await mkdir(processes)
  process.env[PROCESSES_VARIABLE] = processes
  const database = await createDatabase(server)
  await seedDatabase(database, {})
  const demonstration: Demonstration = {
    server,
    dataFolder: database.dataFolder,
    refill: await listRefillStatements(database.url),
    columns: await formatColumns(database.db),
    stamp: await loadCatalogueStamp(database.db),
  }
  const file = join(folder, 'demonstration.json')
  await writeFile(file, JSON.stringify(demonstration))
  process.env[FILE_VARIABLE] = file
  return async () => {
    for (const pid of await readdir(processes)) killProcess(Number(pid))
    await database.drop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Returns the seeded database of this run on this server; undefined if there is none to copy. */
export async function findDemonstration(serverUrl: string): Promise<Demonstration | undefined> {
  const file = process.env[FILE_VARIABLE]
  if (!file) return undefined
  const demonstration: Demonstration = JSON.parse(await readFile(file, 'utf8'))
  return demonstration.server === serverUrl ? demonstration : undefined
}

type Target = { url: string; dataFolder: string; db: Kysely<Database> }

/** Runs the seed command and removes rows that would send mails, because tests count mails. */
export async function seedDatabase(
  { url, dataFolder, db }: Target,
  extraEnvironment: Record<string, string | undefined>,
) {
  const environment = {
    NODE_ENV: 'production',
    APP_ENV: 'test',
    COOKIE_SECRETS: 'only-for-tests-only-for-tests-only-for-tests',
    REDIS_URL: 'redis://127.0.0.1:1',
    ...extraEnvironment,
    DATABASE_URL: url,
    DATA_DIR: dataFolder,
  }
  await runTool('seed', environment)
  // Subscriptions of the demonstration would expire and send reminders.
  await db.updateTable('subscriptions').set({ due: null }).execute()
  // Notifies staff of all waiting work, also of work that becomes overdue during the run, so that no mail follows.
  const daysAhead = { NODE_OPTIONS: `--import=${shiftedClock}`, CLOCK_SHIFT_MS: String(3 * 86_400_000) }
  await runTool('schedules', { ...environment, ...daysAhead }, ['run', 'notify-of-waiting-work'])
  await db.deleteFrom('schedule_runs').execute()
  await db.deleteFrom('outbox').execute()
}

/**
 * Restores the seeded rows and folder. Ids go on counting. Returns false, without restoring, if a test changed the
 * columns of the tables.
 */
export async function refillDatabase(demonstration: Demonstration, target: Target): Promise<boolean> {
  if ((await formatColumns(target.db)) !== demonstration.columns) return false
  const connection = await createConnection({ uri: target.url, multipleStatements: true })
  try {
    await connection.query(['set foreign_key_checks = 0', ...demonstration.refill].join(';'))
  } finally {
    await connection.end()
  }
  await rm(target.dataFolder, { recursive: true, force: true })
  await cp(demonstration.dataFolder, target.dataFolder, { recursive: true })
  return true
}

/** Returns a stamp that changes with each change of the public pages. */
export async function loadCatalogueStamp(db: Kysely<Database>): Promise<string> {
  const row = await db.selectFrom('catalogue_version').select('stamp').executeTakeFirst()
  return row?.stamp ?? ''
}

type Column = { name: string; column: string; isStored: number }

/** Returns all columns except the migrator's own, and which of them can be written. */
async function readColumns(db: Kysely<Database>): Promise<Column[]> {
  const { rows } = await sql<Column>`
    select table_name as name, column_name as \`column\`, extra not like '%GENERATED%' as isStored
    from information_schema.columns where table_schema = database() and table_name not like 'kysely%'
    order by table_name, ordinal_position`.execute(db)
  return rows
}

async function formatColumns(db: Kysely<Database>): Promise<string> {
  return (await readColumns(db)).map(({ name, column }) => `${name}.${column}`).join()
}

/** Returns statements that empty all tables of a database and copy the rows of this database into them. */
async function listRefillStatements(url: string): Promise<string[]> {
  const db = connect(url, { connections: 1 })
  const source = new URL(url).pathname.slice(1)
  const columns = await readColumns(db)
  const tables = [...new Set(columns.map(({ name }) => name))]
  const copies: string[] = []
  for (const name of tables) {
    const { rows } = await sql`select 1 from ${sql.id(name)} limit 1`.execute(db)
    const storedColumns = columns.filter((column) => column.name === name && column.isStored)
    const list = storedColumns.map(({ column }) => `\`${column}\``).join()
    if (rows.length > 0)
      copies.push(`insert into \`${name}\` (${list}) select ${list} from \`${source}\`.\`${name}\``)
  }
  await db.destroy()
  return [...tables.map((name) => `delete from \`${name}\``), ...copies]
}

function killProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // The process has ended.
  }
}
