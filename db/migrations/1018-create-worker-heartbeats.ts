import { type Kysely, sql } from 'kysely'

// Pages read the workers' state here, never from Redis. queues is null while Redis does not answer. lanes:
// names separated by commas (D108).
export async function up(db: Kysely<unknown>) {
  await sql`create table if not exists worker_heartbeats (
    worker char(16) collate utf8mb4_bin not null,
    host varchar(100) not null,
    pid int unsigned not null,
    started_at datetime(3) not null,
    at datetime(3) not null,
    queues text,
    schedules text not null,
    lanes varchar(200) collate utf8mb4_bin not null default '',
    primary key (worker),
    key worker_heartbeats_at (at)
  ) engine=InnoDB default charset=utf8mb4 collate=utf8mb4_unicode_520_ci`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`drop table if exists worker_heartbeats`.execute(db)
}
