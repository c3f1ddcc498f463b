import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>) {
  await sql`create table if not exists shipment_orders (
    shipment_id int unsigned not null,
    order_id int unsigned not null,
    primary key (shipment_id, order_id),
    key shipment_orders_order (order_id),
    constraint shipment_orders_shipment_fk foreign key (shipment_id) references shipments (id),
    constraint shipment_orders_order_fk foreign key (order_id) references orders (id)
  ) engine=InnoDB default charset=utf8mb4 collate=utf8mb4_unicode_520_ci`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`drop table if exists shipment_orders`.execute(db)
}
