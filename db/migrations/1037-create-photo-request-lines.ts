import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>) {
  await sql`create table if not exists photo_request_lines (
    request_id int unsigned not null,
    order_line_id int unsigned not null,
    answered_at datetime(3) null,
    primary key (request_id, order_line_id),
    key photo_request_lines_line (order_line_id),
    constraint photo_request_lines_line_fk foreign key (order_line_id) references order_lines (id),
    constraint photo_request_lines_request_fk foreign key (request_id) references photo_requests (id)
  ) engine=InnoDB default charset=utf8mb4 collate=utf8mb4_unicode_520_ci`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`drop table if exists photo_request_lines`.execute(db)
}
