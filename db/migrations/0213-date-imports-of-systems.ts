import { type Kysely, sql } from 'kysely'

// When a reading or a writing last began or ended, and when what was read left a finished import.
export async function up(db: Kysely<unknown>) {
  await sql`alter table imports
    add column touched_at datetime(3) null,
    add column cleared_at datetime(3) null`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`alter table imports drop column cleared_at, drop column touched_at`.execute(db)
}
