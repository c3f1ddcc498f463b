import { type Kysely, sql } from 'kysely'

// When staff had the shop issue it, null for one recorded by hand, and why they had it cancelled (D145).
export async function up(db: Kysely<unknown>) {
  await sql`alter table invoices add column asked_at datetime(3) null, add column cancel_reason varchar(255) null`.execute(
    db,
  )
}

export async function down(db: Kysely<unknown>) {
  await sql`alter table invoices drop column asked_at, drop column cancel_reason`.execute(db)
}
