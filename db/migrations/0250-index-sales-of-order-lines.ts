import { type Kysely, sql } from 'kysely'

// The reports of clients and products are computed from this index alone (D106).
export async function up(db: Kysely<unknown>) {
  await sql`alter table order_lines
    add key order_lines_sales (order_id, publication_id, version, is_signature, value)`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`alter table order_lines drop key order_lines_sales`.execute(db)
}
