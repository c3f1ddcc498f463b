import { type Kysely, sql } from 'kysely'

// Money that came in, whoever told of it: each event once. What needs a person has a problem until somebody resolves it.
export async function up(db: Kysely<unknown>) {
  await sql`create table payments (
    id int unsigned not null auto_increment primary key,
    event_key varchar(120) not null,
    source varchar(20) not null,
    boleto_id int unsigned null,
    order_id int unsigned null,
    value int unsigned not null,
    paid_on date not null,
    credited_on date null,
    details text null,
    problem varchar(20) null,
    reverses_id int unsigned null,
    is_late tinyint(1) not null default 0,
    resolution varchar(20) null,
    resolved_at datetime(3) null,
    resolved_by int unsigned null,
    resolution_note varchar(500) null,
    created_at datetime(3) not null default current_timestamp(3),
    unique key payments_event (event_key),
    key payments_of_order (order_id),
    key payments_of_slip (boleto_id),
    key payments_open (problem, resolved_at),
    key payments_reversals (reverses_id),
    constraint payments_slip_fk foreign key (boleto_id) references boletos (id),
    constraint payments_order_fk foreign key (order_id) references orders (id)
  ) engine=InnoDB default charset=utf8mb4 collate=utf8mb4_unicode_520_ci`.execute(db)
  await sql`alter table payments modify column event_key varchar(120) character set ascii collate ascii_bin not null`.execute(
    db,
  )
  await sql`create table refunds (
    id int unsigned not null auto_increment primary key,
    order_id int unsigned null,
    payment_id int unsigned null,
    value int unsigned not null,
    refunded_on date not null,
    document varchar(120) not null,
    note varchar(500) null,
    created_at datetime(3) not null default current_timestamp(3),
    created_by int unsigned not null,
    token varchar(40) not null,
    unique key refunds_token (token),
    key refunds_of_order (order_id),
    key refunds_of_payment (payment_id),
    constraint refunds_order_fk foreign key (order_id) references orders (id),
    constraint refunds_payment_fk foreign key (payment_id) references payments (id)
  ) engine=InnoDB default charset=utf8mb4 collate=utf8mb4_unicode_520_ci`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`drop table refunds`.execute(db)
  await sql`drop table payments`.execute(db)
}
