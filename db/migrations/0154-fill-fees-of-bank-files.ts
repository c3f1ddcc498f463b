import { type Kysely, sql } from 'kysely'

// Payments recorded before have the fee of their record.
export async function up(db: Kysely<unknown>) {
  await sql`update payments
    join bank_file_lines on bank_file_lines.applied_event_key = substr(payments.event_key, 6)
    set payments.fee = bank_file_lines.fee
    where payments.source = 'bank-file' and payments.fee is null and bank_file_lines.fee < 4294967296`.execute(
    db,
  )
}

export async function down() {}
