import { type Kysely, sql } from 'kysely'
import { up as createSalesByClient } from './0112-create-sales-by-client.ts'
import { up as createSalesByProduct } from './0113-create-sales-by-product.ts'
import { up as createSalesDifferences } from './0115-create-sales-differences.ts'

// The reports of clients and products are computed from this index; the tables of their kept sums go.
export async function up(db: Kysely<unknown>) {
  await sql`alter table order_lines
    add key order_lines_sales (order_id, publication_id, version, is_signature, value)`.execute(db)
  await sql`drop table sales_differences`.execute(db)
  await sql`drop table sales_by_product`.execute(db)
  await sql`drop table sales_by_client`.execute(db)
}

/** The tables come back empty. */
export async function down(db: Kysely<unknown>) {
  for (const create of [createSalesByClient, createSalesByProduct, createSalesDifferences]) await create(db)
  await sql`alter table order_lines drop key order_lines_sales`.execute(db)
}
