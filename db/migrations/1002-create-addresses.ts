import { type Kysely, sql } from 'kysely'

// city_code: seven digits of the IBGE; null when neither name nor postal code determined it (D140).
export async function up(db: Kysely<unknown>) {
  await sql`create table if not exists addresses (
    id int unsigned not null auto_increment,
    country varchar(40) not null default 'Brasil',
    zip_code char(8) not null,
    street varchar(150) not null,
    number varchar(20) not null,
    complement varchar(80) not null,
    province varchar(80) not null,
    city varchar(80) not null,
    state char(2) not null,
    city_code char(7) collate ascii_bin null,
    primary key (id)
  ) engine=InnoDB default charset=utf8mb4 collate=utf8mb4_unicode_520_ci`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`drop table if exists addresses`.execute(db)
}
