import { type Kysely, sql } from 'kysely'

// Whether a line of an order is a first subscription, a further year or a one-off purchase is read from the index alone.
export async function up(db: Kysely<unknown>) {
  await sql`alter table order_lines
    add key order_lines_kinds (order_id, renews_subscription_id, is_signature)`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`alter table order_lines drop key order_lines_kinds`.execute(db)
}
