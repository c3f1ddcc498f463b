import { type Kysely, sql } from 'kysely'

// What came in by month is summed from the index alone.
export async function up(db: Kysely<unknown>) {
  await sql`alter table orders add key orders_sums (status, date, total)`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`alter table orders drop key orders_sums`.execute(db)
}
