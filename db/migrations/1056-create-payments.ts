import { type Kysely, sql } from 'kysely'

// event_key is unique, so that an event counts once even if several sources report it. Staff resolve
// problems. fee is null if it was not reported; way is null if the source implies it. reversal is 'refund' or
// 'chargeback'. reported_value is a different value from a later report, on which staff decide.
export async function up(db: Kysely<unknown>) {
  await sql`create table if not exists payments (
    id int unsigned not null auto_increment,
    event_key varchar(120) character set ascii collate ascii_bin not null,
    source varchar(20) not null,
    boleto_id int unsigned null,
    order_id int unsigned null,
    value bigint unsigned not null,
    paid_on date not null,
    credited_on date null,
    details text,
    problem varchar(20) null,
    reverses_id int unsigned null,
    is_late tinyint(1) not null default 0,
    resolution varchar(20) null,
    resolved_at datetime(3) null,
    resolved_by int unsigned null,
    resolution_note varchar(500) null,
    created_at datetime(3) not null default current_timestamp(3),
    fee bigint unsigned null,
    way varchar(20) character set ascii collate ascii_bin null,
    reversal varchar(12) character set ascii collate ascii_bin null,
    checked_at datetime(3) null,
    reported_value bigint unsigned null,
    value_decided_at datetime(3) null,
    value_decided_by int unsigned null,
    primary key (id),
    unique key payments_event (event_key),
    key payments_of_order (order_id),
    key payments_of_boleto (boleto_id),
    key payments_open (problem, resolved_at),
    key payments_reversals (reverses_id),
    key payments_by_day (paid_on, id),
    key payments_by_credit (credited_on, paid_on),
    key payments_reported (reported_value, value_decided_at),
    constraint payments_order_fk foreign key (order_id) references orders (id),
    constraint payments_boleto_fk foreign key (boleto_id) references boletos (id)
  ) engine=InnoDB default charset=utf8mb4 collate=utf8mb4_unicode_520_ci`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`drop table if exists payments`.execute(db)
}
