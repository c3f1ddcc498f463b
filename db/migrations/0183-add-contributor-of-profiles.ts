import { type Kysely, sql } from 'kysely'

// 1, 2 or 9 where staff know better than the IE implies (D140).
export async function up(db: Kysely<unknown>) {
  await sql`alter table profiles add column contributor char(1) collate ascii_bin null`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`alter table profiles drop column contributor`.execute(db)
}
