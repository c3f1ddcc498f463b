import { type Kysely, sql } from 'kysely'

// Whether somebody may still fetch a stored file is asked before it is removed.
export async function up(db: Kysely<unknown>) {
  await sql`alter table prepared_files add key prepared_files_file (file)`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`alter table prepared_files drop key prepared_files_file`.execute(db)
}
