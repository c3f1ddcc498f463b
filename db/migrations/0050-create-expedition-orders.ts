import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>) {
  await sql`create table expedition_orders (
    expedition_id int unsigned not null,
    order_id int unsigned not null,
    primary key (expedition_id, order_id),
    key expedition_orders_order (order_id),
    constraint expedition_orders_expedition_fk foreign key (expedition_id) references expeditions (id),
    constraint expedition_orders_order_fk foreign key (order_id) references orders (id)
  ) engine=InnoDB default charset=utf8mb4 collate=utf8mb4_unicode_520_ci`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`drop table expedition_orders`.execute(db)
}
