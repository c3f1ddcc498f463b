import { type Kysely, sql } from 'kysely'

// Contains only names and numbers, since the charge itself is read from the gateway. attention: why an event
// waits for a person.
export async function up(db: Kysely<unknown>) {
  await sql`create table if not exists gateway_events (
    id bigint unsigned not null auto_increment,
    event_id varchar(120) collate utf8mb4_bin not null,
    name varchar(60) not null,
    external_id varchar(60) collate utf8mb4_bin null,
    reference varchar(60) null,
    happened_at varchar(30) null,
    received_at datetime(3) not null default current_timestamp(3),
    outcome varchar(20) null,
    processed_at datetime(3) null,
    attention varchar(12) character set ascii collate ascii_bin null,
    resolved_at datetime(3) null,
    resolved_by int unsigned null,
    resolution_note varchar(500) null,
    primary key (id),
    unique key gateway_events_event (event_id),
    key gateway_events_open (processed_at, id),
    key gateway_events_age (received_at),
    key gateway_events_waiting (attention, resolved_at, id)
  ) engine=InnoDB default charset=utf8mb4 collate=utf8mb4_unicode_520_ci`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`drop table if exists gateway_events`.execute(db)
}
