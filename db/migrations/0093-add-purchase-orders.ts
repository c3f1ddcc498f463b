import { type Kysely, sql } from 'kysely'

// The order's number in the buyer's purchasing (D85); staff search by its beginning.
export async function up(db: Kysely<unknown>) {
  await sql`alter table orders add column purchase_order varchar(30) null, add key orders_by_purchase_order (purchase_order)`.execute(
    db,
  )
}

export async function down(db: Kysely<unknown>) {
  await sql`alter table orders drop column purchase_order`.execute(db)
}
