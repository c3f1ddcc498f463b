import { type Kysely, sql } from 'kysely'
import { up as createSalesByClient } from './0112-create-sales-by-client.ts'

export async function up(db: Kysely<unknown>) {
  await sql`drop table if exists sales_by_client`.execute(db)
}

export function down(db: Kysely<unknown>) {
  return createSalesByClient(db)
}
