import { type Kysely, sql } from 'kysely'

// The line's number in the system it was imported from, where units and shipments name it.
export async function up(db: Kysely<unknown>) {
  await sql`alter table order_lines add column legacy_id int unsigned null, add unique key order_lines_legacy (legacy_id)`.execute(
    db,
  )
}

export async function down(db: Kysely<unknown>) {
  await sql`alter table order_lines drop column legacy_id`.execute(db)
}
