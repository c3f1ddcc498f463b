import { type Kysely, sql } from 'kysely'

// Who saves says which state was on the screen; another one in between is told, not overwritten.
export async function up(db: Kysely<unknown>) {
  await sql`alter table orders add column edits int unsigned not null default 0`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`alter table orders drop column edits`.execute(db)
}
