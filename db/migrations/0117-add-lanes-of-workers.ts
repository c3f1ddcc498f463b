import { type Kysely, sql } from 'kysely'

// Which lanes a worker takes (D108), as names by commas; empty for workers of an earlier version, which take all.
export async function up(db: Kysely<unknown>) {
  await sql`alter table worker_heartbeats
    add column lanes varchar(200) collate utf8mb4_bin not null default ''`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`alter table worker_heartbeats drop column lanes`.execute(db)
}
