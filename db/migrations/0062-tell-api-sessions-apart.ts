import { type Kysely, sql } from 'kysely'

// No cookie opens the API, and no token opens a page.
export async function up(db: Kysely<unknown>) {
  await sql`alter table sessions add column kind enum('browser', 'api') not null default 'browser'`.execute(
    db,
  )
}

export async function down(db: Kysely<unknown>) {
  await sql`alter table sessions drop column kind`.execute(db)
}
