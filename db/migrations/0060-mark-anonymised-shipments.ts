import { type Kysely, sql } from 'kysely'

// Set once note and address of a shipment of a removed account are gone.
export async function up(db: Kysely<unknown>) {
  await sql`alter table expeditions add column anonymised_at datetime(3) null after times_sent`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`alter table expeditions drop column anonymised_at`.execute(db)
}
