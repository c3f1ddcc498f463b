import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>) {
  await sql`create table if not exists shipping_rates (
    id int unsigned not null auto_increment,
    service varchar(30) not null,
    region varchar(2) not null,
    max_weight_kg smallint unsigned not null,
    value int unsigned not null,
    days smallint unsigned not null,
    primary key (id),
    unique key shipping_rates_step (region, service, max_weight_kg)
  ) engine=InnoDB default charset=utf8mb4 collate=utf8mb4_unicode_520_ci`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`drop table if exists shipping_rates`.execute(db)
}
