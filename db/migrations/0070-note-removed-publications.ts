import { type Kysely, sql } from 'kysely'

// A publication somebody holds is never deleted: removed, it is inactive and left out of the list of the staff.
export async function up(db: Kysely<unknown>) {
  await sql`alter table publications add column removed_at datetime(3) null`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`alter table publications drop column removed_at`.execute(db)
}
