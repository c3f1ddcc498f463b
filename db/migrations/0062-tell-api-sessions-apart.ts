import { type Kysely, sql } from 'kysely'

// A bearer token is a session of its own kind: no cookie opens the API, no token a page.
export async function up(db: Kysely<unknown>) {
  await sql`alter table sessions add column kind enum('browser', 'api') not null default 'browser'`.execute(
    db,
  )
}

export async function down(db: Kysely<unknown>) {
  await sql`alter table sessions drop column kind`.execute(db)
}
