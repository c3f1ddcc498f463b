import { type Kysely, sql } from 'kysely'
import { hasKey } from '#db/has-key.ts'

export async function up(db: Kysely<unknown>) {
  if (await hasKey(db, 'boletos', 'boletos_open')) return
  await sql`alter table boletos add key boletos_open (issuer, withdrawn_at, state),
    add key boletos_written_off (issuer, state, state_at)`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`alter table boletos drop key boletos_written_off, drop key boletos_open`.execute(db)
}
