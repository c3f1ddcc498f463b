import { type Kysely, sql } from 'kysely'

// Effects of a restored backup that may have happened before wait for staff (D112); refused_at is set with it.
export async function up(db: Kysely<unknown>) {
  await sql`alter table outbox
    add column uncertain_at datetime(3) null,
    add key outbox_uncertain (uncertain_at, job, id)`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`alter table outbox drop key outbox_uncertain, drop column uncertain_at`.execute(db)
}
