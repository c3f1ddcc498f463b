import { type Kysely, sql } from 'kysely'

// Freight may be as high as an order (D136); 32 bits end at R$ 42.949.672,95.
export async function up(db: Kysely<unknown>) {
  await sql`alter table price_quotes modify column shipping_value bigint unsigned null`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`alter table price_quotes modify column shipping_value int unsigned null`.execute(db)
}
