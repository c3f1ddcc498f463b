import { type Kysely, sql } from 'kysely'

// The answer of a creating call, for whoever sends the same key again; without one the call runs, or ended unseen.
export async function up(db: Kysely<unknown>) {
  await sql`create table idempotency_keys (
    key_hash char(64) collate utf8mb4_bin not null,
    request_hash char(64) collate utf8mb4_bin not null,
    status smallint unsigned null,
    body mediumtext null,
    created_at datetime(3) not null,
    primary key (key_hash),
    key idempotency_keys_age (created_at)
  ) engine=InnoDB default charset=utf8mb4 collate=utf8mb4_unicode_520_ci`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`drop table idempotency_keys`.execute(db)
}
