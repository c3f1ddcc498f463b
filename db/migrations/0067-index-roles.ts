import { type Kysely, sql } from 'kysely'

// The list of the staff, of accounts that are shut, and the few administrators, who are counted before one goes.
export async function up(db: Kysely<unknown>) {
  await sql`alter table users
    add key users_superuser (is_superuser, is_active),
    add key users_staff (is_staff),
    add key users_active (is_active)`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`alter table users drop key users_superuser, drop key users_staff, drop key users_active`.execute(
    db,
  )
}
