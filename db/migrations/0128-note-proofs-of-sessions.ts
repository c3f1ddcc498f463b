import { type Kysely, sql } from 'kysely'

// Time of the session's last proof of identity, required again before bank, issuer, refunds and roles.
export async function up(db: Kysely<unknown>) {
  await sql`alter table sessions add column proved_at datetime(3) null`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`alter table sessions drop column proved_at`.execute(db)
}
