import { type Kysely, sql } from 'kysely'

// A deleted cart leaves its photos without an owner, and the cleanup job removes them. is_open: sent without
// an account; the first order with the photo becomes its owner.
export async function up(db: Kysely<unknown>) {
  await sql`create table if not exists photos (
    id int unsigned not null auto_increment,
    name char(36) collate utf8mb4_bin not null,
    user_id int unsigned null,
    cart_id int unsigned null,
    type varchar(20) not null,
    bytes int unsigned not null,
    width smallint unsigned not null,
    height smallint unsigned not null,
    created_at datetime(3) not null default current_timestamp(3),
    claimed_at datetime(3) null,
    is_open boolean not null default false,
    primary key (id),
    unique key photos_name (name),
    key photos_user (user_id),
    key photos_cart (cart_id),
    key photos_unclaimed (claimed_at, created_at),
    constraint photos_cart_fk foreign key (cart_id) references carts (id) on delete set null,
    constraint photos_user_fk foreign key (user_id) references users (id)
  ) engine=InnoDB default charset=utf8mb4 collate=utf8mb4_unicode_520_ci`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`drop table if exists photos`.execute(db)
}
