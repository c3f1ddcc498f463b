import { type Kysely, sql } from 'kysely'

// JSON: totals of the file that do not agree, for staff to decide (D135).
export async function up(db: Kysely<unknown>) {
  await sql`alter table bank_files add column doubts text null`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`alter table bank_files drop column doubts`.execute(db)
}
