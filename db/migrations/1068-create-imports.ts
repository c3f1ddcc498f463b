import { type Kysely, sql } from 'kysely'

// `pass` counts readings of the source. `comparison` has its counts and ours at the end, by kind and status.
// touched_at: last begin or end of reading or writing. cleared_at: when the records of a finished import were
// deleted. An uploaded CSV (content other than 'system') belongs to its uploader until it is applied.
export async function up(db: Kysely<unknown>) {
  await sql`create table if not exists imports (
    id int unsigned not null auto_increment,
    source varchar(200) not null,
    state enum('reading', 'checked', 'applying', 'done') not null default 'reading',
    pass smallint unsigned not null default 0,
    created_at datetime(3) not null default current_timestamp(3),
    checked_at datetime(3) null,
    applied_at datetime(3) null,
    comparison text null,
    content enum('system', 'publications', 'freight', 'clients') not null default 'system',
    created_by int unsigned null,
    touched_at datetime(3) null,
    cleared_at datetime(3) null,
    primary key (id),
    key imports_waiting (content, state, created_at)
  ) engine=InnoDB default charset=utf8mb4 collate=utf8mb4_unicode_520_ci`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`drop table if exists imports`.execute(db)
}
