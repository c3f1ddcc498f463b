import { type Kysely, sql } from 'kysely'

// Sums of paid orders per month (202611) and year (2026). Each order adds rows, which are joined at night (D106).
export async function up(db: Kysely<unknown>) {
  await sql`create table sales_by_client (
    id bigint unsigned not null auto_increment,
    period int unsigned not null,
    profile_id int unsigned not null,
    orders int not null,
    order_lines int not null,
    value bigint not null,
    primary key (id),
    key sales_by_client_sums (period, profile_id, orders, order_lines, value)
  ) engine=InnoDB default charset=utf8mb4 collate=utf8mb4_unicode_520_ci`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`drop table sales_by_client`.execute(db)
}
