import { type Kysely, sql } from 'kysely'

// gateway_key identifies a refund that the gateway reported; its recorder is 0.
export async function up(db: Kysely<unknown>) {
  await sql`create table if not exists refunds (
    id int unsigned not null auto_increment,
    order_id int unsigned null,
    payment_id int unsigned null,
    value bigint unsigned not null,
    refunded_on date not null,
    document varchar(120) not null,
    note varchar(500) null,
    created_at datetime(3) not null default current_timestamp(3),
    created_by int unsigned not null,
    token varchar(40) not null,
    gateway_key varchar(160) character set ascii collate ascii_bin null,
    primary key (id),
    unique key refunds_token (token),
    key refunds_of_order (order_id),
    key refunds_of_payment (payment_id),
    unique key refunds_gateway (gateway_key),
    key refunds_by_day (refunded_on, id),
    constraint refunds_order_fk foreign key (order_id) references orders (id),
    constraint refunds_payment_fk foreign key (payment_id) references payments (id)
  ) engine=InnoDB default charset=utf8mb4 collate=utf8mb4_unicode_520_ci`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`drop table if exists refunds`.execute(db)
}
