import { type Kysely, sql } from 'kysely'

// fee null: not reported. way null: implied by the source. reversal: refunded or charged back.
export async function up(db: Kysely<unknown>) {
  await sql`alter table payments
    add column fee int unsigned null,
    add column way varchar(20) character set ascii collate ascii_bin null,
    add column reversal varchar(12) character set ascii collate ascii_bin null,
    add key payments_by_day (paid_on, id)`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`alter table payments
    drop key payments_by_day,
    drop column fee,
    drop column way,
    drop column reversal`.execute(db)
}
