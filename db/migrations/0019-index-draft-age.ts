import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>) {
  await sql`alter table checkout_drafts add key checkout_drafts_age (updated_at)`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`alter table checkout_drafts drop key checkout_drafts_age`.execute(db)
}
