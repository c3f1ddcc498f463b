import { type Kysely, sql } from 'kysely'

// The national NFS-e needs a service code and an operation code (D176).
export async function up(db: Kysely<unknown>) {
  await sql`alter table publication_taxes
    add column national_code char(6) collate ascii_bin null,
    add column operation_code char(6) collate ascii_bin null`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`alter table publication_taxes drop column national_code, drop column operation_code`.execute(db)
}
