import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>) {
  await sql`insert into revisions (publication_id, version, date)
    select id, version, date from publications`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`delete from revisions`.execute(db)
}
