import { type Kysely, sql } from 'kysely'

// Invented accounts with a password that everybody can read in the README (D73).
export async function up(db: Kysely<unknown>) {
  await sql`alter table users
    add column is_demonstration boolean not null default false,
    add key users_demonstration (is_demonstration)`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`alter table users drop key users_demonstration, drop column is_demonstration`.execute(db)
}
