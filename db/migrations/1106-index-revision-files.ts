import { type Kysely, sql } from 'kysely'
import { hasKey } from '#db/has-key.ts'

export async function up(db: Kysely<unknown>) {
  if (await hasKey(db, 'revisions', 'revisions_file')) return
  await sql`alter table revisions add key revisions_file (file)`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`alter table revisions drop key revisions_file`.execute(db)
}
