import { type Kysely, sql } from 'kysely'

// Null is the city's NFS-e (D175).
export async function up(db: Kysely<unknown>) {
  await sql`alter table invoices add column layout varchar(10) collate ascii_bin null`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`alter table invoices drop column layout`.execute(db)
}
