import { type Kysely, sql } from 'kysely'

// The record's number in the system it was imported from.
export async function up(db: Kysely<unknown>) {
  await sql`alter table subscriptions add column legacy_id int unsigned null, add unique key subscriptions_legacy (legacy_id)`.execute(
    db,
  )
}

export async function down(db: Kysely<unknown>) {
  await sql`alter table subscriptions drop column legacy_id`.execute(db)
}
