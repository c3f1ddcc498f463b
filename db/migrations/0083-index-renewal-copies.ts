import { type Kysely, sql } from 'kysely'

// A renewal has no unit of its own; the few whose copy has to be sent are found by what was sold.
export async function up(db: Kysely<unknown>) {
  await sql`alter table order_lines add key order_lines_renewal_copies (is_sent_immediately, is_download, renews_subscription_id)`.execute(
    db,
  )
}

export async function down(db: Kysely<unknown>) {
  await sql`alter table order_lines drop key order_lines_renewal_copies`.execute(db)
}
