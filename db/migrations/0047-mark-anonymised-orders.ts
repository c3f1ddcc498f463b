import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>) {
  await sql`alter table orders
    add column anonymised_at datetime(3) null,
    add key orders_by_date (date)`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`alter table orders
    drop key orders_by_date,
    drop column anonymised_at`.execute(db)
}
