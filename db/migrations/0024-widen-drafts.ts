import { type Kysely, sql } from 'kysely'

// Sixty copies with their aircraft do not fit into the 64 KB of a TEXT.
export async function up(db: Kysely<unknown>) {
  await sql`alter table checkout_drafts modify data mediumtext not null`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`alter table checkout_drafts modify data text not null`.execute(db)
}
