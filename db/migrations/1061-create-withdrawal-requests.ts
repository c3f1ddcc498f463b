import { type Kysely, sql } from 'kysely'

// Each set of copies has its own request, whose is_open is 1 until it is handled, then null. The answer decides
// which copies are sent.
export async function up(db: Kysely<unknown>) {
  await sql`create table if not exists withdrawal_requests (
    id int unsigned not null auto_increment,
    order_id int unsigned not null,
    is_open tinyint unsigned default 1,
    reason varchar(2000) null,
    refund_to varchar(300) null,
    created_at datetime(3) not null default current_timestamp(3),
    handled_at datetime(3) null,
    outcome varchar(10) null,
    primary key (id),
    key withdrawal_requests_to_do (is_open, id),
    key withdrawal_requests_order (order_id, id),
    constraint withdrawal_requests_order_fk foreign key (order_id) references orders (id),
    constraint withdrawal_requests_is_open check (is_open = 1),
    constraint withdrawal_requests_outcome check (outcome in ('accepted', 'refused'))
  ) engine=InnoDB default charset=utf8mb4 collate=utf8mb4_unicode_520_ci`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`drop table if exists withdrawal_requests`.execute(db)
}
