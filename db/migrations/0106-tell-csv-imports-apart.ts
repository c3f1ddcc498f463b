import { type Kysely, sql } from 'kysely'

// An uploaded CSV belongs to its uploader until it is applied.
export async function up(db: Kysely<unknown>) {
  await sql`alter table imports
    add column content enum('system', 'publications', 'freight', 'clients') not null default 'system',
    add column created_by int unsigned null,
    add key imports_waiting (content, state, created_at)`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`alter table imports drop key imports_waiting, drop column created_by, drop column content`.execute(
    db,
  )
}
