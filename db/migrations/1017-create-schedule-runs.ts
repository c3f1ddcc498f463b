import { type Kysely, sql } from 'kysely'

// The key lets only one worker run a period. held_until is the end of its lease; after a failure, the next
// attempt.
export async function up(db: Kysely<unknown>) {
  await sql`create table if not exists schedule_runs (
    name varchar(40) not null,
    period varchar(40) not null,
    started_at datetime(3) not null,
    held_until datetime(3) not null,
    attempts int unsigned not null default 1,
    finished_at datetime(3) null,
    result text,
    error varchar(300) null,
    primary key (name, period),
    key schedule_runs_by_start (name, started_at),
    key schedule_runs_age (started_at)
  ) engine=InnoDB default charset=utf8mb4 collate=utf8mb4_unicode_520_ci`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`drop table if exists schedule_runs`.execute(db)
}
