import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>) {
  await sql`create table if not exists api_calls (
    who_hash char(64) collate utf8mb4_bin not null,
    minute int unsigned not null,
    calls int unsigned not null,
    primary key (who_hash, minute),
    key api_calls_age (minute)
  ) engine=InnoDB default charset=utf8mb4 collate=utf8mb4_unicode_520_ci`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`drop table if exists api_calls`.execute(db)
}
