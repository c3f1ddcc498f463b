import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>) {
  await sql`alter table settings add column edits int unsigned not null default 0`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`alter table settings drop column edits`.execute(db)
}
