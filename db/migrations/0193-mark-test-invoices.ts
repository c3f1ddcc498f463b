import { type Kysely, sql } from 'kysely'

// Issued in the issuer's test environment, without fiscal value (D145).
export async function up(db: Kysely<unknown>) {
  await sql`alter table invoices add column is_test tinyint(1) not null default 0`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`alter table invoices drop column is_test`.execute(db)
}
