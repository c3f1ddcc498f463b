import { type Kysely, sql } from 'kysely'

// The buyer's data on the day of the order: state registration, and 1, 2 or 9 where staff corrected it (D146).
export async function up(db: Kysely<unknown>) {
  await sql`alter table orders add column payer_ie varchar(14) null, add column payer_contributor char(1) collate ascii_bin null`.execute(
    db,
  )
}

export async function down(db: Kysely<unknown>) {
  await sql`alter table orders drop column payer_ie, drop column payer_contributor`.execute(db)
}
