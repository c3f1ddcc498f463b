import { type Kysely, sql } from 'kysely'

// Profiles, users and addresses carry no common mark of a change: whoever was looked at longest ago comes next.
export async function up(db: Kysely<unknown>) {
  await sql`alter table person_texts
    add column checked_at datetime(3) not null default current_timestamp(3),
    add key person_texts_checked (checked_at, profile_id)`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`alter table person_texts drop key person_texts_checked, drop column checked_at`.execute(db)
}
