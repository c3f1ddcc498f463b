import { type Kysely, sql } from 'kysely'

// Staff search by tracking code.
export async function up(db: Kysely<unknown>) {
  await sql`alter table subscriptions add key subscriptions_track_code (track_code)`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`alter table subscriptions drop key subscriptions_track_code`.execute(db)
}
