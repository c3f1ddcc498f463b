import { type Kysely, sql } from 'kysely'

// What ends within a period and is not suspended, in the order of its last days.
export async function up(db: Kysely<unknown>) {
  await sql`alter table subscriptions add key subscriptions_ending (suspended_at, due)`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`alter table subscriptions drop key subscriptions_ending`.execute(db)
}
