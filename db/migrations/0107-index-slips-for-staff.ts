import { type Kysely, sql } from 'kysely'

// The newest slips of a state, or of an issuer, for the list of the staff.
export async function up(db: Kysely<unknown>) {
  await sql`alter table boletos
    add key boletos_newest_of_state (state, id),
    add key boletos_newest_of_issuer (issuer, id)`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`alter table boletos drop key boletos_newest_of_state, drop key boletos_newest_of_issuer`.execute(
    db,
  )
}
