import { type Kysely, sql } from 'kysely'

// holds is 1 while no other shipment may contain the line, then null, since a UNIQUE key accepts many nulls.
// packed_version is the version that staff reported last. sends_in_force is the staff's choice for a one-off
// copy (D71).
export async function up(db: Kysely<unknown>) {
  await sql`create table if not exists shipment_lines (
    shipment_id int unsigned not null,
    order_line_id int unsigned not null,
    holds tinyint unsigned default 1,
    sends_in_force tinyint(1) not null default 0,
    sent_version varchar(30) null,
    packed_version varchar(30) null,
    primary key (shipment_id, order_line_id),
    unique key shipment_lines_held (order_line_id, holds),
    constraint shipment_lines_shipment_fk foreign key (shipment_id) references shipments (id),
    constraint shipment_lines_line_fk foreign key (order_line_id) references order_lines (id),
    constraint shipment_lines_holds check (holds = 1)
  ) engine=InnoDB default charset=utf8mb4 collate=utf8mb4_unicode_520_ci`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`drop table if exists shipment_lines`.execute(db)
}
