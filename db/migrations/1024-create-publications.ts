import { type Kysely, sql } from 'kysely'

// A CHECK that evaluates to NULL passes, so the conditions mention NULL. contents has one entry per line. A
// sold publication is never deleted, only made inactive and hidden. form_key prevents a repeated form from
// creating two. lock_version counts saves: a form with an older number is rejected. legacy_id: number in the
// former system.
export async function up(db: Kysely<unknown>) {
  await sql`create table if not exists publications (
    id int unsigned not null auto_increment,
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
    active tinyint(1) not null default 1,
    created_at datetime(3) not null default current_timestamp(3),
    lock_version int unsigned not null default 0,
    removed_at datetime(3) null,
    form_key char(32) collate utf8mb4_bin null,
    legacy_id int unsigned null,
    kind varchar(20) not null default 'other',
    description varchar(2000) null,
    contents text null,
    photo_subject varchar(20) not null default 'other',
    photo_note varchar(300) null,
    updated_at datetime(3) not null default current_timestamp(3) on update current_timestamp(3),
    primary key (id),
    unique key publications_form (form_key),
    key publications_shop (active, id),
    unique key publications_legacy (legacy_id),
    key publications_updated (updated_at),
    constraint publications_price_signature check (
      (is_signature = 0 and price_signature is null) or (is_signature <> 0 and coalesce(price_signature, 0) > 0)
    )
  ) engine=InnoDB default charset=utf8mb4 collate=utf8mb4_unicode_520_ci`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`drop table if exists publications`.execute(db)
}
