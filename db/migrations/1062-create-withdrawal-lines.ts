import { type Kysely, sql } from 'kysely'

// The primary key allows only one withdrawal per copy.
export async function up(db: Kysely<unknown>) {
  await sql`create table if not exists withdrawal_lines (
    order_line_id int unsigned not null,
    request_id int unsigned not null,
    primary key (order_line_id),
    key withdrawal_lines_request (request_id),
    constraint withdrawal_lines_line_fk foreign key (order_line_id) references order_lines (id),
    constraint withdrawal_lines_request_fk foreign key (request_id) references withdrawal_requests (id)
  ) engine=InnoDB default charset=utf8mb4 collate=utf8mb4_unicode_520_ci`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`drop table if exists withdrawal_lines`.execute(db)
}
