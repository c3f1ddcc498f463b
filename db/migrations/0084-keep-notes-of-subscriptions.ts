import { type Kysely, sql } from 'kysely'

// What staff note about a purchased unit; the customer never sees it.
export async function up(db: Kysely<unknown>) {
  await sql`alter table subscriptions add column notes varchar(2000) null`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`alter table subscriptions drop column notes`.execute(db)
}
