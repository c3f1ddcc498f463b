import { type Kysely, sql } from 'kysely'

// The invoice to which the file (XML or DANFE) belongs (D141).
export async function up(db: Kysely<unknown>) {
  await sql`alter table order_files add column invoice_id int unsigned null, add key order_files_invoice (invoice_id)`.execute(
    db,
  )
}

export async function down(db: Kysely<unknown>) {
  await sql`alter table order_files drop column invoice_id`.execute(db)
}
