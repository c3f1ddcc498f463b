import { type Kysely, sql } from 'kysely'
import type { Database } from '#app/models/platform/schema.ts'

/** Updates the statistics of all tables, by which the server chooses indexes. */
export async function analyzeTables(database: Kysely<Database>): Promise<void> {
  const tables = await database.introspection.getTables()
  const names = tables.filter(({ isView }) => !isView).map(({ name }) => sql.table(name))
  await sql`analyze table ${sql.join(names)}`.execute(database)
}
