import { type Kysely, sql } from 'kysely'

// What was sent by which form, as a hash: a form that arrives twice makes one shipment.
export async function up(db: Kysely<unknown>) {
  await sql`alter table expeditions
    add column form_key char(32) collate utf8mb4_bin null,
    add unique key expeditions_form (form_key)`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`alter table expeditions drop key expeditions_form, drop column form_key`.execute(db)
}
