import { type Kysely, sql } from 'kysely'

// Random, neither e-mail nor number (WebAuthn 3, 14.6.1).
export async function up(db: Kysely<unknown>) {
  await sql`alter table second_factors add column passkey_handle varchar(64) collate ascii_bin null`.execute(
    db,
  )
}

export async function down(db: Kysely<unknown>) {
  await sql`alter table second_factors drop column passkey_handle`.execute(db)
}
