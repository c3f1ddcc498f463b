import { type Kysely, sql } from 'kysely'

// An attempt counts under several keys; a form that arrives twice is one attempt. Versions from before leave it null.
export async function up(db: Kysely<unknown>) {
  await sql`alter table login_tries
    add column attempt_hash char(64) collate utf8mb4_bin null,
    add unique key login_tries_attempt (attempt_hash, who_hash)`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`alter table login_tries drop key login_tries_attempt, drop column attempt_hash`.execute(db)
}
