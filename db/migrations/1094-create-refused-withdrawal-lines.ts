import { type Kysely, sql } from 'kysely'

// A rejected copy can be requested again, so its line moves here: withdrawal_lines allows one request per
// copy.
export async function up(db: Kysely<unknown>) {
  await sql`create table if not exists refused_withdrawal_lines (
    request_id int unsigned not null,
    order_line_id int unsigned not null,
    primary key (request_id, order_line_id),
    key refused_withdrawal_lines_line (order_line_id),
    constraint refused_withdrawal_lines_line_fk foreign key (order_line_id) references order_lines (id),
    constraint refused_withdrawal_lines_request_fk foreign key (request_id) references withdrawal_requests (id)
  ) engine=InnoDB default charset=utf8mb4 collate=utf8mb4_unicode_520_ci`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`drop table if exists refused_withdrawal_lines`.execute(db)
}
