import { type Kysely, sql } from 'kysely'

// `pass` counts readings of the source; `comparison` has its counts and ours at the end, by kind and status.
export async function up(db: Kysely<unknown>) {
  await sql`create table imports (
    id int unsigned not null auto_increment,
    source varchar(200) not null,
    state enum('reading', 'checked', 'applying', 'done') not null default 'reading',
    pass smallint unsigned not null default 0,
    created_at datetime(3) not null default current_timestamp(3),
    checked_at datetime(3) null,
    applied_at datetime(3) null,
    comparison text null,
    primary key (id)
  ) engine=InnoDB default charset=utf8mb4 collate=utf8mb4_unicode_520_ci`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`drop table imports`.execute(db)
}
