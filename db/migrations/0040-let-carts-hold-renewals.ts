import { type Kysely, sql } from 'kysely'

// 0 is a publication of its own; anything else the subscription that a further year is for.
export async function up(db: Kysely<unknown>) {
  await sql`alter table cart_items
    add column renews_subscription_id int unsigned not null default 0 after publication_id,
    drop key cart_items_publication,
    add unique key cart_items_item (cart_id, publication_id, renews_subscription_id)`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`alter table cart_items
    drop key cart_items_item,
    add unique key cart_items_publication (cart_id, publication_id),
    drop column renews_subscription_id`.execute(db)
}
