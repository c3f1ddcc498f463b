import { type Kysely, sql } from 'kysely'

/** Most registered boletos of a grown shop are withdrawn; lists show the others. */
export async function up(db: Kysely<unknown>) {
  await sql`alter table boletos drop key boletos_by_state,
    add key boletos_by_state (state, withdrawn_at, due_date)`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`alter table boletos drop key boletos_by_state, add key boletos_by_state (state, due_date)`.execute(
    db,
  )
}
