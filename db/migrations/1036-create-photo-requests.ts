import { type Kysely, sql } from 'kysely'

// is_open is 1 until all photos have arrived or the review has ended, then null, so an order has at most one
// open request.
export async function up(db: Kysely<unknown>) {
  await sql`create table if not exists photo_requests (
    id int unsigned not null auto_increment,
    order_id int unsigned not null,
    is_open tinyint unsigned default 1,
    reason varchar(2000) not null,
    created_at datetime(3) not null default current_timestamp(3),
    answered_at datetime(3) null,
    primary key (id),
    unique key photo_requests_open (order_id, is_open),
    constraint photo_requests_order_fk foreign key (order_id) references orders (id),
    constraint photo_requests_is_open check (is_open = 1)
  ) engine=InnoDB default charset=utf8mb4 collate=utf8mb4_unicode_520_ci`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`drop table if exists photo_requests`.execute(db)
}
