import { type Kysely, sql } from 'kysely'

// The primary updates the only row, whose age on a replica is the lag.
export async function up(db: Kysely<unknown>) {
  await sql`create table if not exists replica_heartbeat (
    id tinyint unsigned not null,
    at datetime(3) not null,
    primary key (id)
  ) engine=InnoDB default charset=utf8mb4 collate=utf8mb4_unicode_520_ci`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`drop table if exists replica_heartbeat`.execute(db)
}
