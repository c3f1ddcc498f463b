import { type Kysely, sql } from 'kysely'

// Seven digits of the IBGE; null when neither name nor postal code determined it (D140).
export async function up(db: Kysely<unknown>) {
  await sql`alter table addresses add column city_code char(7) collate ascii_bin null`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`alter table addresses drop column city_code`.execute(db)
}
