import { type Kysely, sql } from 'kysely'

// The operator's program reports each backup; only the newest one counts (D101).
export async function up(db: Kysely<unknown>) {
  await sql`create table if not exists backups (
    id int unsigned not null auto_increment,
    finished_at datetime(3) not null,
    noted_at datetime(3) not null default current_timestamp(3),
    primary key (id),
    key backups_finished (finished_at)
  ) engine=InnoDB default charset=utf8mb4 collate=utf8mb4_unicode_520_ci`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`drop table if exists backups`.execute(db)
}
