import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>) {
  await sql`alter table orders add column paid_on date null`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`alter table orders drop column paid_on`.execute(db)
}
