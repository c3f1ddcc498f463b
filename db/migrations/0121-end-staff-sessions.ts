import { type Kysely, sql } from 'kysely'

// Some began with a password that the staff may no longer have; the next login judges it.
export async function up<T>(db: Kysely<T>) {
  await sql`delete sessions from sessions
    join users on users.id = sessions.user_id
    where users.is_staff or users.is_superuser`.execute(db)
}

export async function down(_db: Kysely<unknown>) {
  // The sessions are gone; whoever wants one logs in.
}
