import { type Kysely, sql } from 'kysely'
import { hasKey } from '#db/has-key.ts'

export async function up(db: Kysely<unknown>) {
  if (await hasKey(db, 'expiry_reminders', 'expiry_reminders_recent')) return
  await sql`alter table expiry_reminders add key expiry_reminders_recent (step, due)`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`alter table expiry_reminders drop key expiry_reminders_recent`.execute(db)
}
