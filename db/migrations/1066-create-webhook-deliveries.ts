import { type Kysely, sql } from 'kysely'

// There is no foreign key, so that an order never waits for or fails on a removed endpoint. turn counts how often it
// was queued, failures counts failed attempts since staff last queued it.
export async function up(db: Kysely<unknown>) {
  await sql`create table if not exists webhook_deliveries (
    id int unsigned not null auto_increment,
    endpoint_id int unsigned not null,
    event varchar(40) not null,
    event_id varchar(40) collate utf8mb4_bin not null,
    entity_id int unsigned not null,
    body text not null,
    turn int unsigned not null default 1,
    attempts int unsigned not null default 0,
    failures int unsigned not null default 0,
    last_attempt_at datetime(3) null,
    last_status smallint unsigned null,
    last_error varchar(300) null,
    next_attempt_at datetime(3) null,
    delivered_at datetime(3) null,
    given_up_at datetime(3) null,
    created_at datetime(3) not null default current_timestamp(3),
    primary key (id),
    unique key webhook_deliveries_event (event_id, endpoint_id),
    key webhook_deliveries_list (endpoint_id, id),
    key webhook_deliveries_given_up (endpoint_id, given_up_at),
    key webhook_deliveries_age (created_at)
  ) engine=InnoDB default charset=utf8mb4 collate=utf8mb4_unicode_520_ci`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`drop table if exists webhook_deliveries`.execute(db)
}
