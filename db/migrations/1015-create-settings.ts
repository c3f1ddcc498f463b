import { type Kysely, sql } from 'kysely'

// lock_version counts saves, so that a form with an older number is rejected.
export async function up(db: Kysely<unknown>) {
  await sql`create table if not exists settings (
    name varchar(40) not null,
    value text not null,
    updated_at datetime(3) not null default current_timestamp(3),
    lock_version int unsigned not null default 0,
    primary key (name)
  ) engine=InnoDB default charset=utf8mb4 collate=utf8mb4_unicode_520_ci`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`drop table if exists settings`.execute(db)
}
