import { type Kysely, sql } from 'kysely'

// Seven digits of the IBGE, from the queried service.
export async function up(db: Kysely<unknown>) {
  await sql`alter table postal_codes add column city_code char(7) collate ascii_bin null`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`alter table postal_codes drop column city_code`.execute(db)
}
