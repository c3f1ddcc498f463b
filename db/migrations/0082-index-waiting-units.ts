import { type Kysely, sql } from 'kysely'

// What waits to be sent is few among all units, those that ran out before it too.
export async function up(db: Kysely<unknown>) {
  await sql`alter table subscriptions add key subscriptions_waiting (status, status_before_expiry, sent_on)`.execute(
    db,
  )
}

export async function down(db: Kysely<unknown>) {
  await sql`alter table subscriptions drop key subscriptions_waiting`.execute(db)
}
