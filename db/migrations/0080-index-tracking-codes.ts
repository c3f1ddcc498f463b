import { type Kysely, sql } from 'kysely'

// Staff find a parcel by its code, whole or as far as it is known.
export async function up(db: Kysely<unknown>) {
  await sql`alter table expeditions add key expeditions_track_code (track_code)`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`alter table expeditions drop key expeditions_track_code`.execute(db)
}
