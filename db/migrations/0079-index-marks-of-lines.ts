import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>) {
  await sql`alter table order_lines add key order_lines_by_mark (airplane_prefix, order_id)`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`alter table order_lines drop key order_lines_by_mark`.execute(db)
}
