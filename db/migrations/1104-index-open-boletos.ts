import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>) {
  await sql`alter table boletos add key boletos_open (issuer, withdrawn_at, state),
    add key boletos_written_off (issuer, state, state_at)`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`alter table boletos drop key boletos_written_off, drop key boletos_open`.execute(db)
}
