import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createConnection, type RowDataPacket } from 'mysql2/promise'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { emptyShop, keepRows } from '#tests/support/database.ts'

/** Tables that are not compared, because any request may write them. */
const uncomparedTables = new Set([
  'sessions',
  'security_events',
  'login_attempts',
  'unsent_forms',
  'refused_pages',
  'kysely_migration',
])

/** Stores the present rows and files. The rows are restored before each test until `end`. */
export async function keepDatabase(databaseUrl: string) {
  const connection = await createConnection(databaseUrl)
  const [columns] = await connection.query<RowDataPacket[]>(
    `select table_name as t, column_name as c from information_schema.columns
     where table_schema = database() and coalesce(generation_expression, '') = '' order by table_name, ordinal_position`,
  )
  const tables = new Map<string, string[]>()
  for (const { t: tableName, c: columnName } of columns) {
    const table = String(tableName)
    tables.set(table, [...(tables.get(table) ?? []), `\`${columnName}\``])
  }
  const inserts = new Map<string, string>()
  for (const [table, columnNames] of tables) {
    const names = columnNames.join(', ')
    const [rows] = await connection.query<RowDataPacket[][]>({
      sql: `select ${names} from \`${table}\``,
      rowsAsArray: true,
      dateStrings: true,
    })
    if (rows.length > 0)
      inserts.set(table, connection.format(`insert into \`${table}\` (${names}) values ?`, [rows]))
  }
  keepRows(inserts)
  const dataFolder = process.env.DATA_DIR ?? ''
  const filesCopy = await mkdtemp(join(tmpdir(), 'aeropub-kept-'))
  await cp(dataFolder, filesCopy, { recursive: true })
  const comparedTables = [...tables.keys()].filter(
    (table) => !uncomparedTables.has(table) && table !== 'profiles',
  )
  return {
    /** Returns a checksum per table. */
    async rows(): Promise<Record<string, unknown>> {
      const [sums] = await connection.query<RowDataPacket[]>(
        `checksum table ${comparedTables.map((table) => `\`${table}\``).join(', ')}`,
      )
      const entries = sums.map(({ Table, Checksum }) => [String(Table).split('.')[1], Checksum])
      // Checksums of generated columns differ from run to run.
      const [profiles] = await connection.query<RowDataPacket[]>('select * from profiles order by id')
      return { ...Object.fromEntries(entries), profiles }
    },
    /** Restores files that were removed or changed. */
    restoreFiles: () => cp(filesCopy, dataFolder, { recursive: true }),
    async end(): Promise<void> {
      keepRows()
      await rm(filesCopy, { recursive: true })
      await connection.end()
    },
  }
}

/** Creates rows and files once for all tests of a file, because creating them takes longer than a test. */
export function makeRowsOnce(make: () => Promise<void>): void {
  let database: Awaited<ReturnType<typeof keepDatabase>>
  beforeAll(async () => {
    await emptyShop()
    await make()
    database = await keepDatabase(process.env.DATABASE_URL ?? '')
  })
  beforeEach(() => database.restoreFiles())
  afterAll(() => database.end())
}
