import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>) {
  await sql`create table if not exists shipping_quotes (
    id int unsigned not null auto_increment,
    cep char(8) not null,
    weight_kg smallint unsigned not null,
    length_cm smallint unsigned not null default 36,
    width_cm smallint unsigned not null default 26,
    height_cm smallint unsigned not null default 5,
    diameter_cm smallint unsigned not null default 36,
    options text not null,
    created_at datetime(3) not null default current_timestamp(3),
    expires_at datetime(3) not null,
    primary key (id),
    key shipping_quotes_live (cep, weight_kg, expires_at),
    key shipping_quotes_age (expires_at)
  ) engine=InnoDB default charset=utf8mb4 collate=utf8mb4_unicode_520_ci`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`drop table if exists shipping_quotes`.execute(db)
}
