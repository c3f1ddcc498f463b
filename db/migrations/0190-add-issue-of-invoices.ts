import { type Kysely, sql } from 'kysely'

// asked_at is null for an invoice recorded by hand (D145).
export async function up(db: Kysely<unknown>) {
  await sql`alter table invoices add column asked_at datetime(3) null, add column cancel_reason varchar(255) null`.execute(
    db,
  )
}

export async function down(db: Kysely<unknown>) {
  await sql`alter table invoices drop column asked_at, drop column cancel_reason`.execute(db)
}
