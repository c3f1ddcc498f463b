import { type Kysely, sql } from 'kysely'

// Each paid renewal line has one row; its year counts only while applied_at is set.
export async function up(db: Kysely<unknown>) {
  await sql`create table if not exists renewals (
    id int unsigned not null auto_increment,
    order_line_id int unsigned not null,
    subscription_id int unsigned not null,
    due_before date null,
    due_after date null,
    applied_at datetime(3) null,
    created_at datetime(3) not null default current_timestamp(3),
    primary key (id),
    unique key renewals_line (order_line_id),
    key renewals_of_subscription (subscription_id, id),
    constraint renewals_line_fk foreign key (order_line_id) references order_lines (id),
    constraint renewals_subscription_fk foreign key (subscription_id) references subscriptions (id)
  ) engine=InnoDB default charset=utf8mb4 collate=utf8mb4_unicode_520_ci`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`drop table if exists renewals`.execute(db)
}
