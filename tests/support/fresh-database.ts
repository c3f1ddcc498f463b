import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createConnection } from 'mysql2/promise'
import { connect } from '#app/models/platform/connection.server.ts'
import { makeTables } from './schema-copy.ts'

/** A new database on the server of `serverUrl`, migrated and empty, with a data folder beside it. */
export async function createDatabase(serverUrl: string) {
  const name = `aeropub_test_${process.pid}_${randomBytes(4).toString('hex')}`
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  await onServer(serverUrl, `create database ${name} character set utf8mb4 collate utf8mb4_unicode_520_ci`)
  await makeTables(url.href)
  const db = connect(url.href, { connections: 2, queryTimeoutMs: 30_000 })
  const dataFolder = await mkdtemp(join(tmpdir(), 'aeropub-test-'))
  return {
    url: url.href,
    dataFolder,
    db,
    async empty() {
      await onServer(url.href, 'set foreign_key_checks = 0', ...(await deletions(url.href)))
    },
    async drop() {
      await db.destroy()
      await onServer(serverUrl, `drop database ${name}`)
      await rm(dataFolder, { recursive: true, force: true })
    },
  }
}

/** Deletes are many times faster than truncates on small tables; ids go on counting, and no test may care. */
async function deletions(url: string): Promise<string[]> {
  const connection = await createConnection(url)
  try {
    const [rows] = await connection.query(
      "select table_name as name from information_schema.tables where table_schema = database() and table_name not like 'kysely%'",
    )
    return Array.isArray(rows)
      ? rows.flatMap((row) => ('name' in row ? [`delete from \`${row.name}\``] : []))
      : []
  } finally {
    await connection.end()
  }
}

async function onServer(url: string, ...statements: string[]) {
  const connection = await createConnection(url)
  try {
    for (const statement of statements) await connection.query(statement)
  } finally {
    await connection.end()
  }
}
