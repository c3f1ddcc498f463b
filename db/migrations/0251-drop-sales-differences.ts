import { type Kysely, sql } from 'kysely'
import { up as createSalesDifferences } from './0115-create-sales-differences.ts'

export async function up(db: Kysely<unknown>) {
  await sql`drop table if exists sales_differences`.execute(db)
}

export function down(db: Kysely<unknown>) {
  return createSalesDifferences(db)
}
