import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>) {
  await sql`alter table sessions add column user_agent varchar(200) null after user_id`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`alter table sessions drop column user_agent`.execute(db)
}
