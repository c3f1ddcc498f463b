import { type Kysely, sql } from 'kysely'

// New states: declined by the reader, returned after acceptance.
export async function up(db: Kysely<unknown>) {
  await sql`alter table mails drop constraint mails_state`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`delete from mails where state not in ('sent', 'refused', 'failed')`.execute(db)
  await sql`alter table mails add constraint mails_state check (state in ('sent', 'refused', 'failed'))`.execute(
    db,
  )
}
