import { type Kysely, sql } from 'kysely'

/** Returns true if the table has a key or a foreign key of this name, so that a migration can run again. */
export async function hasKey(db: Kysely<unknown>, table: string, name: string): Promise<boolean> {
  const { rows } = await sql`select index_name from information_schema.statistics
    where table_schema = database() and table_name = ${table} and index_name = ${name}
    union all select constraint_name from information_schema.referential_constraints
    where constraint_schema = database() and table_name = ${table} and constraint_name = ${name}`.execute(db)
  return rows.length > 0
}
