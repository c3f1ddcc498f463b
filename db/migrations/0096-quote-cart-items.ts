import { type Kysely, sql } from 'kysely'

// The item has the quote's price while the quote is valid (D86).
export async function up(db: Kysely<unknown>) {
  await sql`alter table cart_items add column quote_id int unsigned null,
    add constraint cart_items_quote_fk foreign key (quote_id) references price_quotes (id) on delete set null`.execute(
    db,
  )
}

export async function down(db: Kysely<unknown>) {
  await sql`alter table cart_items drop foreign key cart_items_quote_fk, drop column quote_id`.execute(db)
}
