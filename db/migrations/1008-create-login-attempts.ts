import { type Kysely, sql } from 'kysely'

// Each attempt counts under several keys. A form that arrives twice counts as one attempt.
export async function up(db: Kysely<unknown>) {
  await sql`create table if not exists login_attempts (
    id bigint unsigned not null auto_increment,
    who_hash char(64) collate utf8mb4_bin not null,
    created_at datetime(3) not null default current_timestamp(3),
    attempt_hash char(64) collate utf8mb4_bin null,
    primary key (id),
    unique key login_attempts_attempt (attempt_hash, who_hash),
    key login_attempts_who (who_hash, created_at),
    key login_attempts_age (created_at)
  ) engine=InnoDB default charset=utf8mb4 collate=utf8mb4_unicode_520_ci`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`drop table if exists login_attempts`.execute(db)
}
