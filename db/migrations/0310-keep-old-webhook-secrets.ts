import { type Kysely, sql } from 'kysely'

// The old secret signs beside the new one until old_secret_until, so that the receiver can change over.
export async function up(db: Kysely<unknown>) {
  await sql`alter table webhook_endpoints
    add column old_secret varchar(80) collate utf8mb4_bin null,
    add column old_secret_until datetime(3) null`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`alter table webhook_endpoints drop column old_secret, drop column old_secret_until`.execute(db)
}
