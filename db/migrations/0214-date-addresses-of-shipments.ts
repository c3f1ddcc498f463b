import { type Kysely, sql } from 'kysely'

// A label printed before the address was corrected is invalid (D150).
export async function up(db: Kysely<unknown>) {
  await sql`alter table shipments
    add column address_changed_at datetime(3) null,
    add column label_at datetime(3) null`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`alter table shipments drop column label_at, drop column address_changed_at`.execute(db)
}
