import { type Kysely, sql } from 'kysely'

// Stores the response for a repeated key. Without a status, the call is running or its result is unknown.
export async function up(db: Kysely<unknown>) {
  await sql`create table if not exists idempotency_keys (
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
  await sql`drop table if exists idempotency_keys`.execute(db)
}
