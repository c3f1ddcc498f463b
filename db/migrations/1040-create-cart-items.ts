import { type Kysely, sql } from 'kysely'

// renews: 0 is a new publication; any other number is the subscription to renew. quote_id: the item has the
// quote's price while the quote is valid (D86).
export async function up(db: Kysely<unknown>) {
  await sql`create table if not exists cart_items (
    id int unsigned not null auto_increment,
    cart_id int unsigned not null,
    publication_id int unsigned not null,
    renews_subscription_id int unsigned not null default 0,
    quantity smallint unsigned not null,
    quote_id int unsigned null,
    primary key (id),
    unique key cart_items_item (cart_id, publication_id, renews_subscription_id),
    key cart_items_publication_fk (publication_id),
    constraint cart_items_cart_fk foreign key (cart_id) references carts (id),
    constraint cart_items_publication_fk foreign key (publication_id) references publications (id),
    constraint cart_items_quantity check (quantity between 1 and 99),
    constraint cart_items_quote_fk foreign key (quote_id) references price_quotes (id) on delete set null
  ) engine=InnoDB default charset=utf8mb4 collate=utf8mb4_unicode_520_ci`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`drop table if exists cart_items`.execute(db)
}
