import { type Kysely, sql } from 'kysely'

// One index for the list of a status by date and for the sums of a period. MySQL took the one of the sums for the list
// too, which had no id after the date, and sorted all orders of the status for one page.
export async function up(db: Kysely<unknown>) {
  await sql`alter table orders
    add key orders_by_status_and_date (status, date, id, total), drop key orders_sums, drop key orders_by_status`.execute(
    db,
  )
}

export async function down(db: Kysely<unknown>) {
  await sql`alter table orders
    add key orders_by_status (status, date), add key orders_sums (status, date, total),
    drop key orders_by_status_and_date`.execute(db)
}
