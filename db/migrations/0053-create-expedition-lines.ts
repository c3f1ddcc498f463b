import { type Kysely, sql } from 'kysely'

// `holds` is 1 while the shipment keeps the line from every other one, null once it came back or a next copy is due:
// a UNIQUE key takes any number of nulls.
export async function up(db: Kysely<unknown>) {
  await sql`create table expedition_lines (
    expedition_id int unsigned not null,
    order_line_id int unsigned not null,
    holds tinyint unsigned null default 1,
    primary key (expedition_id, order_line_id),
    unique key expedition_lines_held (order_line_id, holds),
    constraint expedition_lines_holds check (holds = 1),
    constraint expedition_lines_expedition_fk foreign key (expedition_id) references expeditions (id),
    constraint expedition_lines_line_fk foreign key (order_line_id) references order_lines (id)
  ) engine=InnoDB default charset=utf8mb4 collate=utf8mb4_unicode_520_ci`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`drop table expedition_lines`.execute(db)
}
