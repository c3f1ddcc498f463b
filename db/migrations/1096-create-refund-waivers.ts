import { type Kysely, sql } from 'kysely'

// A waiver closes an amount owed to a buyer that is not paid out: settled in another way, or never received.
export async function up(db: Kysely<unknown>) {
  await sql`create table if not exists refund_waivers (
    id int unsigned not null auto_increment,
    order_id int unsigned not null,
    value bigint unsigned not null,
    reason varchar(500) not null,
    token varchar(40) not null,
    created_at datetime(3) not null default current_timestamp(3),
    created_by int unsigned not null,
    primary key (id),
    unique key refund_waivers_token (token),
    key refund_waivers_order (order_id),
    constraint refund_waivers_order_fk foreign key (order_id) references orders (id)
  ) engine=InnoDB default charset=utf8mb4 collate=utf8mb4_unicode_520_ci`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`drop table if exists refund_waivers`.execute(db)
}
