import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>) {
  await sql`create table cart_items (
    id int unsigned not null auto_increment primary key,
    cart_id int unsigned not null,
    publication_id int unsigned not null,
    quantity smallint unsigned not null,
    unique key cart_items_publication (cart_id, publication_id),
    constraint cart_items_quantity check (quantity between 1 and 99),
    constraint cart_items_cart_fk foreign key (cart_id) references carts (id),
    constraint cart_items_publication_fk foreign key (publication_id) references publications (id)
  ) engine=InnoDB default charset=utf8mb4 collate=utf8mb4_unicode_520_ci`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`drop table cart_items`.execute(db)
}
