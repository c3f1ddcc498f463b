import { type Kysely, sql } from 'kysely'

// The issuer of an NFS-e; null is the city's (D175).
export async function up(db: Kysely<unknown>) {
  await sql`alter table invoices add column layout varchar(10) collate ascii_bin null`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`alter table invoices drop column layout`.execute(db)
}
