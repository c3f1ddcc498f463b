import { type Kysely, sql } from 'kysely'

// Staff filter by status, which the due date decides as well; the few that wait to be sent are found at once.
export async function up(db: Kysely<unknown>) {
  await sql`alter table subscriptions add key subscriptions_status (status, due)`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`alter table subscriptions drop key subscriptions_status`.execute(db)
}
