import { type Kysely, sql } from 'kysely'

// changes: old and new value by field; null makes the record new. No two lines may share an `other_key`.
export async function up(db: Kysely<unknown>) {
  await sql`alter table import_records
    modify kind enum('publications', 'profiles', 'orders', 'signatures', 'expeditions', 'freight') not null,
    add column other_key varchar(254) null,
    add column target_id int unsigned null,
    add column changes text null,
    add key import_records_other_key (import_id, kind, other_key)`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  // The narrower list of kinds does not allow these rows.
  await sql`delete from import_records where kind = 'freight'`.execute(db)
  await sql`alter table import_records
    drop key import_records_other_key,
    drop column changes,
    drop column target_id,
    drop column other_key,
    modify kind enum('publications', 'profiles', 'orders', 'signatures', 'expeditions') not null`.execute(db)
}
