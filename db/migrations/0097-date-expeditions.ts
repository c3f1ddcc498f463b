import { type Kysely, sql } from 'kysely'

// A shipment counts on the day it was sent, or while it was not on the day it was packed.
export async function up(db: Kysely<unknown>) {
  await sql`alter table expeditions
    add column counted_on date as (coalesce(send_date, creation_date)) virtual,
    add key expeditions_counted_on (counted_on)`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`alter table expeditions drop key expeditions_counted_on, drop column counted_on`.execute(db)
}
