import { type Kysely, sql } from 'kysely'

// Null: the photo has waited for its check since the order was placed. The keys are for the lists of the back-office.
export async function up(db: Kysely<unknown>) {
  await sql`alter table orders
    add column review_since datetime(3) null,
    add key orders_newest_of_status (status, id),
    add key orders_by_total (total),
    add key orders_by_nfe (nfe)`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`alter table orders
    drop column review_since,
    drop key orders_newest_of_status,
    drop key orders_by_total,
    drop key orders_by_nfe`.execute(db)
}
