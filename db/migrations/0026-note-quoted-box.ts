import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>) {
  await sql`alter table shipping_quotes
    add column length_cm smallint unsigned not null default 36 after weight_kg,
    add column width_cm smallint unsigned not null default 26 after length_cm,
    add column height_cm smallint unsigned not null default 5 after width_cm,
    add column diameter_cm smallint unsigned not null default 36 after height_cm`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`alter table shipping_quotes
    drop column diameter_cm, drop column height_cm, drop column width_cm, drop column length_cm`.execute(db)
}
