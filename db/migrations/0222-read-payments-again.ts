import { type Kysely, sql } from 'kysely'

// Payments are read again while their money may go back. A different value waits for a decision of staff.
export async function up(db: Kysely<unknown>) {
  await sql`alter table payments
    add column checked_at datetime(3) null,
    add column reported_value bigint unsigned null,
    add column value_decided_at datetime(3) null,
    add column value_decided_by int unsigned null,
    add key payments_reported (reported_value, value_decided_at)`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`alter table payments
    drop key payments_reported,
    drop column checked_at,
    drop column reported_value,
    drop column value_decided_at,
    drop column value_decided_by`.execute(db)
}
