import { type Kysely, sql } from 'kysely'

// For programs that follow changes; earlier rows count as changed now.
export async function up(db: Kysely<unknown>) {
  await sql`alter table profiles
    add column updated_at datetime(3) not null default current_timestamp(3) on update current_timestamp(3),
    add key profiles_updated (updated_at)`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`alter table profiles drop column updated_at`.execute(db)
}
