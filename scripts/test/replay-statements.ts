/** Runs each recorded statement in a new database and rolls back. Exits with 1 if one is rejected. */
import { writeFileSync } from 'node:fs'
import { type Connection, createConnection } from 'mysql2/promise'
import { SESSION_MODES } from '#app/models/platform/connection.server.ts'
import { createDatabase } from '../../tests/support/fresh-database.ts'
import { readStatements, reduceStatement } from '../../tests/support/statement-shapes.ts'

const { DATABASE_URL = '', STATEMENTS_DIR = '' } = process.env
const [resultFile = ''] = process.argv.slice(2)

/** Expected errors: a migration inserted the row (1062), or only the test created the table (1146). */
const EXPECTED_ERRNOS: readonly unknown[] = [1062, 1146]

const statements = readStatements(STATEMENTS_DIR)
const rejections = await replayAll()
writeFileSync(
  resultFile,
  JSON.stringify({ passed: statements.length - rejections.length, failed: rejections }),
)
process.exit(rejections.length > 0 || statements.length === 0 ? 1 : 0)

/** Returns the reason and the shape of each rejected statement. */
async function replayAll(): Promise<string[]> {
  const database = await createDatabase(DATABASE_URL)
  const connection = await createConnection({ uri: database.url, charset: 'utf8mb4_unicode_520_ci' })
  const rejections: string[] = []
  try {
    await connection.query(SESSION_MODES)
    await connection.query('set session foreign_key_checks = 0')
    for (const statement of statements) {
      const reason = await findRejection(connection, statement)
      if (reason) rejections.push(`${reason}: ${reduceStatement(statement)}`)
    }
  } finally {
    await connection.end()
    await database.drop()
  }
  return rejections
}

async function findRejection(connection: Connection, statement: string): Promise<string | undefined> {
  await connection.query('start transaction')
  try {
    await connection.query({ sql: statement, timeout: 30_000 })
    return undefined
  } catch (error) {
    if (!(error instanceof Error)) throw error
    return EXPECTED_ERRNOS.includes(Reflect.get(error, 'errno')) ? undefined : error.message
  } finally {
    await connection.query('rollback')
  }
}
