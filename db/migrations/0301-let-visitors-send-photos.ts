import { type Kysely, sql } from 'kysely'

// True: sent without an account; the first order that names the photo gets it.
export async function up(db: Kysely<unknown>) {
  await sql`alter table photos add column is_open boolean not null default false`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`alter table photos drop column is_open`.execute(db)
}
