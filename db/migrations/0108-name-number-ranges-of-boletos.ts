import { type Kysely, sql } from 'kysely'

// Within what a bank tells the numbers of boletos apart, e.g. '001/7654321'; null for a gateway's.
export async function up(db: Kysely<unknown>) {
  await sql`alter table boletos
    add column number_range varchar(40) character set ascii collate ascii_bin null after wallet`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`alter table boletos drop column number_range`.execute(db)
}
