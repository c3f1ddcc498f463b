import { type Kysely, sql } from 'kysely'

// Today's page shows boletos that the bank reports as not payable (D135).
export async function up(db: Kysely<unknown>) {
  await sql`alter table bank_file_lines add key bank_file_lines_by_outcome (outcome, boleto_id)`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`alter table bank_file_lines drop key bank_file_lines_by_outcome`.execute(db)
}
