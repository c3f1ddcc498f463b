import { type Kysely, sql } from 'kysely'

// What was added to the carrier's days when the order was placed: a promise that a later change of the rules does not move.
export async function up(db: Kysely<unknown>) {
  await sql`alter table orders add column handling_days tinyint unsigned not null default 5`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`alter table orders drop column handling_days`.execute(db)
}
