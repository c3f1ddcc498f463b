import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>) {
  await sql`alter table revisions add key revisions_file (file)`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`alter table revisions drop key revisions_file`.execute(db)
}
