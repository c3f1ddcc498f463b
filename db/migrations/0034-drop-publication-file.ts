import { type Kysely, sql } from 'kysely'

// The file is the revision's.
export async function up(db: Kysely<unknown>) {
  await sql`alter table publications drop column file`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`alter table publications add column file varchar(200) null after has_photo_upload`.execute(db)
}
