import { type Kysely, sql } from 'kysely'

// What the national NFS-e says of a service (D176), and which issuer has an NFS-e: null is the city's (D175).
export async function up(db: Kysely<unknown>) {
  await sql`alter table publication_taxes
    add column national_code char(6) collate ascii_bin null,
    add column operation_code char(6) collate ascii_bin null`.execute(db)
  await sql`alter table invoices add column layout varchar(10) collate ascii_bin null`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`alter table invoices drop column layout`.execute(db)
  await sql`alter table publication_taxes drop column national_code, drop column operation_code`.execute(db)
}
