import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>) {
  await sql`alter table history
    add key history_by_actor (actor_user_id, id),
    add key history_by_day (created_at)`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`alter table history
    drop key history_by_actor,
    drop key history_by_day`.execute(db)
}
