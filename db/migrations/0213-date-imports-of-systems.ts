import { type Kysely, sql } from 'kysely'

// touched_at: last begin or end of reading or writing. cleared_at: when the records of a finished import were deleted.
export async function up(db: Kysely<unknown>) {
  await sql`alter table imports
    add column touched_at datetime(3) null,
    add column cleared_at datetime(3) null`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`alter table imports drop column cleared_at, drop column touched_at`.execute(db)
}
