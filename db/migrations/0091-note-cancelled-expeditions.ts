import { type Kysely, sql } from 'kysely'

// A shipment that was packed and given up before it left keeps its row: it is left out of the lists.
export async function up(db: Kysely<unknown>) {
  await sql`alter table expeditions
    add column cancelled_at datetime(3) null,
    add column cancel_reason varchar(500) null`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`alter table expeditions drop column cancelled_at, drop column cancel_reason`.execute(db)
}
