import { type Kysely, sql } from 'kysely'

// Totals of a return file that do not agree, as JSON, for staff to decide (D135).
export async function up(db: Kysely<unknown>) {
  await sql`alter table bank_files add column doubts text null`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`alter table bank_files drop column doubts`.execute(db)
}
