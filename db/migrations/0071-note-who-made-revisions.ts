import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>) {
  await sql`alter table revisions
    add column made_by_user_id int unsigned null,
    add column file_by_user_id int unsigned null,
    add column file_at datetime(3) null`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`alter table revisions
    drop column made_by_user_id,
    drop column file_by_user_id,
    drop column file_at`.execute(db)
}
