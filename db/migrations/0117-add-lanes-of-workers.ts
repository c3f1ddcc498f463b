import { type Kysely, sql } from 'kysely'

// Names separated by commas (D108); empty for workers of an earlier version, which take all lanes.
export async function up(db: Kysely<unknown>) {
  await sql`alter table worker_heartbeats
    add column lanes varchar(200) collate utf8mb4_bin not null default ''`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`alter table worker_heartbeats drop column lanes`.execute(db)
}
