import { type Kysely, sql } from 'kysely'

// The list of shipments can be read in the order of their making.
export async function up(db: Kysely<unknown>) {
  await sql`alter table expeditions add key expeditions_by_creation (creation_date)`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`alter table expeditions drop key expeditions_by_creation`.execute(db)
}
