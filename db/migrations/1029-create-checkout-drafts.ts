import { type Kysely, sql } from 'kysely'

// A draft of sixty copies with their aircraft exceeds the 64 KB of a TEXT.
export async function up(db: Kysely<unknown>) {
  await sql`create table if not exists checkout_drafts (
    cart_id int unsigned not null,
    token char(32) collate utf8mb4_bin not null,
    data mediumtext not null,
    updated_at datetime(3) not null default current_timestamp(3),
    primary key (cart_id),
    key checkout_drafts_age (updated_at),
    key checkout_drafts_token (token),
    constraint checkout_drafts_cart_fk foreign key (cart_id) references carts (id)
  ) engine=InnoDB default charset=utf8mb4 collate=utf8mb4_unicode_520_ci`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`drop table if exists checkout_drafts`.execute(db)
}
