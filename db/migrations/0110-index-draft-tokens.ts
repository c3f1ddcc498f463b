import { type Kysely, sql } from 'kysely'

// Every confirmation of the checkout looks for the draft of its token.
export async function up(db: Kysely<unknown>) {
  await sql`alter table checkout_drafts add index checkout_drafts_token (token)`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`alter table checkout_drafts drop index checkout_drafts_token`.execute(db)
}
