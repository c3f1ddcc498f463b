import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Connection, createConnection, type RowDataPacket } from 'mysql2/promise'
import { connect } from '#app/models/platform/connection.server.ts'
import { makeTables } from './schema-copy.ts'
import { emptying, trackWrites } from './worker-database/writes.ts'

/** Creates a migrated, empty database with a data folder. */
export async function createDatabase(serverUrl: string, prefix = `aeropub_test_${process.pid}_`) {
  const name = `${prefix}${randomBytes(4).toString('hex')}`
  const url = await makeDatabase(serverUrl, name)
  const db = connect(url, { connections: 2, queryTimeoutMs: 30_000 })
  const dataFolder = await mkdtemp(join(tmpdir(), `${prefix}-`))
  return {
    url,
    dataFolder,
    db,
    async drop() {
      await db.destroy()
      await runOnServer(serverUrl, `drop database ${name}`)
      await rm(dataFolder, { recursive: true, force: true })
    },
  }
}

/** Creates a database without tables. */
export async function createEmptyDatabase(serverUrl: string, suffix = '') {
  const name = `aeropub_test_${process.pid}_${randomBytes(4).toString('hex')}${suffix}`
  await runOnServer(serverUrl, `create database ${name} character set utf8mb4 collate utf8mb4_unicode_520_ci`)
  return { url: formatUrl(serverUrl, name), drop: () => runOnServer(serverUrl, `drop database ${name}`) }
}

/** Opens this process's database. Its test files share the database, because creating tables takes long. */
export async function openWorkerDatabase(serverUrl: string, run: string) {
  const name = `${runPrefix(run)}${process.env.VITEST_POOL_ID}`
  const [existing] = await runOnServer(serverUrl, `show databases like '${name}'`)
  const url = existing ? formatUrl(serverUrl, name) : await makeDatabase(serverUrl, name)
  const connection = await createConnection({ uri: url, multipleStatements: true })
  await connection.query('set foreign_key_checks = 0')
  const tables = new Set(await listTables(connection))
  const writes = trackWrites(tables, await listCascades(connection))
  const usedTables = new Set(tables)
  let restoredRows: ReadonlyMap<string, string> = new Map()
  const emptyTables = async () => {
    const changedTables = [...writes.take()]
    if (changedTables.length === 0) return
    for (const table of changedTables) usedTables.add(table)
    const changes = changedTables.flatMap((table) =>
      [`delete from \`${table}\``].concat(restoredRows.get(table) ?? []),
    )
    await connection.query([`${emptying}begin`, ...changes, 'commit'].join(';'))
  }
  return {
    url,
    dataFolder: await mkdtemp(join(tmpdir(), `${runPrefix(run)}-`)),
    /** Deletes rows only from tables that were written, which is much faster than truncating all tables. */
    empty: emptyTables,
    /** Makes `empty` restore these rows, by one statement per table, until a call without rows. */
    keep(inserts: ReadonlyMap<string, string> = new Map()) {
      restoredRows = inserts
      writes.forget()
    },
    /** Empties the tables and starts ids from 1. */
    async restart() {
      await emptyTables()
      const truncates = [...usedTables].map((table) => `truncate table \`${table}\``)
      if (truncates.length > 0) await connection.query(`${emptying}${truncates.join(';')}`)
      usedTables.clear()
      if (restoredRows.size > 0) writes.forget()
    },
  }
}

/** Drops the databases and folders of this run. */
export async function dropWorkerDatabases(serverUrl: string, run: string): Promise<void> {
  for (const folder of await readdir(tmpdir()))
    if (folder.startsWith(runPrefix(run))) await rm(join(tmpdir(), folder), { recursive: true, force: true })
  for (const name of await runOnServer(serverUrl, `show databases like '${runPrefix(run)}%'`))
    await runOnServer(serverUrl, `drop database ${name}`)
}

/** Returns the prefix of a run's databases. It has no `_`, which `like` would match with any character. */
export const runPrefix = (run: string) => `aeropubtest${run}w`

async function makeDatabase(serverUrl: string, name: string): Promise<string> {
  await runOnServer(serverUrl, `create database ${name} character set utf8mb4 collate utf8mb4_unicode_520_ci`)
  const url = formatUrl(serverUrl, name)
  await makeTables(url)
  return url
}

function formatUrl(serverUrl: string, name: string): string {
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return url.href
}

/** Returns all tables except the migrator's own. */
async function listTables(connection: Connection): Promise<string[]> {
  const [rows] = await connection.query({
    sql: "select table_name from information_schema.tables where table_schema = database() and table_name not like 'kysely%'",
    rowsAsArray: true,
  })
  return Array.isArray(rows) ? rows.flat().map(String) : []
}

/** Returns for each table the tables whose rows a foreign key changes together with its rows. */
async function listCascades(connection: Connection): Promise<Map<string, string[]>> {
  const [rows] = await connection.query<RowDataPacket[]>(
    `select referenced_table_name as parent, table_name as child from information_schema.referential_constraints
     where constraint_schema = database() and delete_rule in ('CASCADE', 'SET NULL')`,
  )
  const children = new Map<string, string[]>()
  for (const { parent, child } of rows) children.set(parent, [...(children.get(parent) ?? []), child])
  return children
}

/** Runs a statement. Returns the first column of the result. */
async function runOnServer(url: string, statement: string): Promise<string[]> {
  const connection = await createConnection(url)
  try {
    const [rows] = await connection.query({ sql: statement, rowsAsArray: true })
    return Array.isArray(rows) ? rows.flatMap((row) => (Array.isArray(row) ? [String(row[0])] : [])) : []
  } finally {
    await connection.end()
  }
}
