import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>) {
  await sql`create table order_lines (
    id int unsigned not null auto_increment primary key,
    order_id int unsigned not null,
    publication_id int unsigned not null,
    name varchar(150) not null,
    version varchar(30) not null,
    value int unsigned not null,
    airplane_prefix varchar(10) null,
    airplane_serial_number varchar(30) null,
    fuel_type tinyint unsigned null,
    key order_lines_of_order (order_id),
    key order_lines_of_publication (publication_id, order_id),
    constraint order_lines_order_fk foreign key (order_id) references orders (id),
    constraint order_lines_publication_fk foreign key (publication_id) references publications (id)
  ) engine=InnoDB default charset=utf8mb4 collate=utf8mb4_unicode_520_ci`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`drop table order_lines`.execute(db)
}
