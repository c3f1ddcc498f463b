import { type Kysely, sql } from 'kysely'

// What was paid within some days is found by the day of the payment too.
export async function up(db: Kysely<unknown>) {
  await sql`alter table orders add key orders_by_payment (status, paid_on)`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`alter table orders drop key orders_by_payment`.execute(db)
}
