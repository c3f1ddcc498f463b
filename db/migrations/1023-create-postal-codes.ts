import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>) {
  await sql`create table if not exists postal_codes (
    cep char(8) not null,
    street varchar(150) not null,
    province varchar(80) not null,
    city varchar(80) not null,
    state char(2) not null,
    found tinyint(1) not null,
    fetched_at datetime(3) not null,
    city_code char(7) collate ascii_bin null,
    primary key (cep)
  ) engine=InnoDB default charset=utf8mb4 collate=utf8mb4_unicode_520_ci`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`drop table if exists postal_codes`.execute(db)
}
