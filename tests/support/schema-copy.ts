import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Connection, createConnection } from 'mysql2/promise'
import { connect } from '#app/models/platform/connection.server.ts'
import { migrate } from '#db/migrate.ts'
import { dropWorkerDatabases } from './fresh-database.ts'

/** The file with the statements that create all tables, set by `prepareSchema`. */
const FILE_VARIABLE = 'TEST_SCHEMA_FILE'

/** Migrates a database once before the first worker and stores its schema, because copying it is four times as fast. */
export default async function prepareSchema(): Promise<(() => Promise<void>) | undefined> {
  const serverUrl = process.env.DATABASE_URL
  if (!serverUrl || process.env[FILE_VARIABLE]) return undefined
  const run = randomBytes(6).toString('hex')
  process.env.TEST_RUN = run
  const folder = await mkdtemp(join(tmpdir(), 'aeropub-schema-'))
  const file = join(folder, 'schema.json')
  await writeFile(file, JSON.stringify(await listSchemaStatements(serverUrl)))
  process.env[FILE_VARIABLE] = file
  return async () => {
    await dropWorkerDatabases(serverUrl, run)
    await rm(folder, { recursive: true, force: true })
  }
}

/** Creates all tables from the stored statements, or by migrations if there are none. */
export async function makeTables(url: string): Promise<void> {
  const file = process.env[FILE_VARIABLE]
  if (!file) return migrateAt(url)
  const statements: string[] = JSON.parse(await readFile(file, 'utf8'))
  await withConnection(url, async (connection) => {
    await connection.query('set foreign_key_checks = 0')
    for (const statement of statements) await connection.query(statement)
  })
}

async function listSchemaStatements(serverUrl: string): Promise<string[]> {
  const name = `aeropub_schema_${process.pid}_${randomBytes(4).toString('hex')}`
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return withConnection(serverUrl, async (server) => {
    await server.query(`create database ${name} character set utf8mb4 collate utf8mb4_unicode_520_ci`)
    try {
      await migrateAt(url.href)
      return await withConnection(url.href, readTables)
    } finally {
      await server.query(`drop database ${name}`)
    }
  })
}

/** Returns the statements that create tables, with the rows that migrations insert. */
async function readTables(connection: Connection): Promise<string[]> {
  const statements: string[] = []
  for (const [table] of await listRows(connection, 'show tables')) {
    const [created] = await listRows(connection, `show create table \`${table}\``)
    statements.push(String(created?.[1]))
    const values = await listRows(connection, `select * from \`${table}\``)
    for (const row of values) statements.push(connection.format(`insert into \`${table}\` values (?)`, [row]))
  }
  return statements
}

async function listRows(connection: Connection, statement: string): Promise<unknown[][]> {
  const [rows] = await connection.query({ sql: statement, rowsAsArray: true })
  return Array.isArray(rows) ? rows.filter((row) => Array.isArray(row)) : []
}

async function migrateAt(url: string): Promise<void> {
  const db = connect(url, { connections: 2, queryTimeoutMs: 30_000 })
  await migrate(db).finally(() => db.destroy())
}

async function withConnection<T>(url: string, work: (connection: Connection) => Promise<T>): Promise<T> {
  const connection = await createConnection(url)
  try {
    return await work(connection)
  } finally {
    await connection.end()
  }
}
