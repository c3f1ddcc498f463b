import { type Kysely, sql } from 'kysely'

// What tells whether a record of a return file is about our boleto or another one of its number.
export async function up(db: Kysely<unknown>) {
  await sql`alter table bank_file_lines
    add column number_range varchar(40) character set ascii collate ascii_bin null after slip_number,
    add column control varchar(25) not null default '' after document_number,
    add column payer_name varchar(40) not null default '' after control,
    add column payer_document varchar(15) not null default '' after payer_name,
    add key bank_file_lines_numbers (number_range, slip_number)`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`alter table bank_file_lines
    drop key bank_file_lines_numbers,
    drop column number_range, drop column control, drop column payer_name, drop column payer_document`.execute(
    db,
  )
}
