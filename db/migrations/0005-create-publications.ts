import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>) {
  await sql`create table publications (
    id int unsigned not null auto_increment primary key,
    name varchar(150) not null,
    applicability varchar(200) not null,
    version varchar(30) not null,
    date date not null,
    price int unsigned not null,
    price_signature int unsigned null,
    weight int unsigned not null,
    is_signature tinyint(1) not null,
    is_download tinyint(1) not null,
    is_sent_immediately tinyint(1) not null default 1,
    has_airplane_info tinyint(1) not null default 0,
    has_photo_upload tinyint(1) not null default 0,
    file varchar(200) null,
    active tinyint(1) not null default 1,
    created_at datetime(3) not null default current_timestamp(3),
    key publications_shop (active, id),
    constraint publications_renewal_price check (is_signature = 0 or price_signature > 0)
  ) engine=InnoDB default charset=utf8mb4 collate=utf8mb4_unicode_520_ci`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`drop table publications`.execute(db)
}
