import { type Kysely, sql } from 'kysely'

// For the closing of a day, which lists payments that are not credited yet.
export async function up(db: Kysely<unknown>) {
  await sql`alter table payments add key payments_by_credit (credited_on, paid_on)`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`alter table payments drop key payments_by_credit`.execute(db)
}
