import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>) {
  await sql`create table checkout_drafts (
    cart_id int unsigned not null primary key,
    token char(32) collate utf8mb4_bin not null,
    data text not null,
    updated_at datetime(3) not null default current_timestamp(3),
    constraint checkout_drafts_cart_fk foreign key (cart_id) references carts (id)
  ) engine=InnoDB default charset=utf8mb4 collate=utf8mb4_unicode_520_ci`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`drop table checkout_drafts`.execute(db)
}
