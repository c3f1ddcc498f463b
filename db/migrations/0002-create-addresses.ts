import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>) {
  await sql`create table addresses (
    id int unsigned not null auto_increment,
    country varchar(40) not null default 'Brasil',
    zip_code char(8) not null,
    street varchar(150) not null,
    number varchar(20) not null,
    complement varchar(80) not null,
    province varchar(80) not null,
    city varchar(80) not null,
    state char(2) not null,
    primary key (id)
  ) engine=InnoDB default charset=utf8mb4 collate=utf8mb4_unicode_520_ci`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`drop table addresses`.execute(db)
}
