import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>) {
  await sql`create table if not exists carts (
    id int unsigned not null auto_increment,
    key_hash char(64) collate utf8mb4_bin null,
    user_id int unsigned null,
    version int unsigned not null default 1,
    created_at datetime(3) not null default current_timestamp(3),
    updated_at datetime(3) not null default current_timestamp(3),
    primary key (id),
    unique key carts_key (key_hash),
    unique key carts_user (user_id),
    key carts_updated (updated_at),
    constraint carts_user_fk foreign key (user_id) references users (id)
  ) engine=InnoDB default charset=utf8mb4 collate=utf8mb4_unicode_520_ci`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`drop table if exists carts`.execute(db)
}
