import { type Kysely, sql } from 'kysely'

// The is_ columns are copied from the publication, so that later changes to it do not affect what the payment releases.
// A line with renews_subscription_id creates no unit of its own.
// order_lines_kinds covers queries for the kind of sale, order_lines_sales the reports of clients and products (D106).
// legacy_id is the line's number in the former system, whose units and shipments refer to it.
export async function up(db: Kysely<unknown>) {
  await sql`create table if not exists order_lines (
    id int unsigned not null auto_increment,
    order_id int unsigned not null,
    publication_id int unsigned not null,
    renews_subscription_id int unsigned null,
    name varchar(150) not null,
    version varchar(30) not null,
    value bigint unsigned not null,
    is_signature tinyint(1) not null default 0,
    is_download tinyint(1) not null default 0,
    is_sent_immediately tinyint(1) not null default 1,
    airplane_registration varchar(10) null,
    airplane_is_foreign tinyint(1) not null default 0,
    airplane_serial_number varchar(30) null,
    fuel_type tinyint unsigned null,
    photo char(36) collate utf8mb4_bin null,
    legacy_id int unsigned null,
    primary key (id),
    key order_lines_of_order (order_id),
    key order_lines_of_publication (publication_id, order_id),
    key order_lines_registration (airplane_registration),
    key order_lines_renewing (renews_subscription_id, order_id),
    key order_lines_by_registration (airplane_registration, order_id),
    key order_lines_renewal_copies (is_sent_immediately, is_download, renews_subscription_id),
    key order_lines_kinds (order_id, renews_subscription_id, is_signature),
    unique key order_lines_legacy (legacy_id),
    key order_lines_sales (order_id, publication_id, version, is_signature, value),
    constraint order_lines_order_fk foreign key (order_id) references orders (id),
    constraint order_lines_publication_fk foreign key (publication_id) references publications (id)
  ) engine=InnoDB default charset=utf8mb4 collate=utf8mb4_unicode_520_ci`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`drop table if exists order_lines`.execute(db)
}
