import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>) {
  await sql`create table sales_differences (
    kind varchar(10) not null,
    period int unsigned not null,
    differing int unsigned not null,
    found_at datetime(3) not null default current_timestamp(3),
    primary key (kind, period)
  ) engine=InnoDB default charset=utf8mb4 collate=utf8mb4_unicode_520_ci`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`drop table sales_differences`.execute(db)
}
