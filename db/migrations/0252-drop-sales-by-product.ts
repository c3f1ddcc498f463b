import { type Kysely, sql } from 'kysely'
import { up as createSalesByProduct } from './0113-create-sales-by-product.ts'
import { up as sumPastSales } from './0114-sum-past-sales.ts'

export async function up(db: Kysely<unknown>) {
  await sql`drop table if exists sales_by_product`.execute(db)
}

/** Runs after the clients' table was restored, and sums past sales into both. */
export async function down(db: Kysely<unknown>) {
  await createSalesByProduct(db)
  await sumPastSales(db)
}
