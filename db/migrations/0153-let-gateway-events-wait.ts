import { type Kysely, sql } from 'kysely'

// attention: the reason why an event waits for a person.
export async function up(db: Kysely<unknown>) {
  await sql`alter table gateway_events
    add column attention varchar(12) character set ascii collate ascii_bin null,
    add column resolved_at datetime(3) null,
    add column resolved_by int unsigned null,
    add column resolution_note varchar(500) null,
    add key gateway_events_waiting (attention, resolved_at, id)`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`alter table gateway_events
    drop key gateway_events_waiting,
    drop column attention,
    drop column resolved_at,
    drop column resolved_by,
    drop column resolution_note`.execute(db)
}
