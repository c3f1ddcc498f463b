import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>) {
  await sql`alter table orders add column terms_version varchar(20) null`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`alter table orders drop column terms_version`.execute(db)
}
