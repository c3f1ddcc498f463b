import { type Kysely, sql } from 'kysely'

// Staff search by aircraft mark.
export async function up(db: Kysely<unknown>) {
  await sql`alter table order_lines add key order_lines_prefix (airplane_prefix, id)`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`alter table order_lines drop key order_lines_prefix`.execute(db)
}
