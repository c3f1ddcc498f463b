import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>) {
  await sql`alter table publications
    add column photo_subject varchar(20) not null default 'other',
    add column photo_note varchar(300) null`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`alter table publications drop column photo_note, drop column photo_subject`.execute(db)
}
