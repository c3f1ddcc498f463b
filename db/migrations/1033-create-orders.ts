import { type Kysely, sql } from 'kysely'

// review_since: null if the photo has waited since the order was placed. boleto_announced_at: when the buyer
// was mailed about the order without its boleto, which then has a mail of its own (D70). Added delivery days
// are stored, so that later rules do not change a promise. payer_ie and payer_contributor: as of the day of
// the order (D146). purchase_order: the order's number in the buyer's purchasing (D85). legacy_id: number in
// the former system. One index serves both the list of a status by date and the monthly sums: with a second
// index, MySQL chose it for the list, too, and sorted all orders of the status for a page. lock_version
// counts saves: a form with an older number is rejected.
export async function up(db: Kysely<unknown>) {
  await sql`create table if not exists orders (
    id int unsigned not null auto_increment,
    profile_id int unsigned not null,
    status tinyint unsigned not null,
    date date not null,
    total_publications bigint unsigned not null,
    shipping_value bigint unsigned not null,
    total bigint unsigned not null,
    shipping_type varchar(30) not null,
    shipping_days smallint unsigned null,
    billing_address_id int unsigned not null,
    shipping_address_id int unsigned null,
    payer_name varchar(150) not null,
    payer_document varchar(14) not null,
    reason text,
    note text,
    nfe varchar(60) null,
    checkout_token char(32) collate utf8mb4_bin not null,
    created_at datetime(3) not null default current_timestamp(3),
    terms_version varchar(20) null,
    paid_on date null,
    anonymised_at datetime(3) null,
    lock_version int unsigned not null default 0,
    review_since datetime(3) null,
    handling_days tinyint unsigned not null default 5,
    boleto_due_on date null,
    boleto_announced_at datetime(3) null,
    legacy_id int unsigned null,
    purchase_order varchar(30) null,
    payer_ie varchar(14) null,
    payer_contributor char(1) collate ascii_bin null,
    updated_at datetime(3) not null default current_timestamp(3) on update current_timestamp(3),
    primary key (id),
    unique key orders_checkout_token (checkout_token),
    key orders_of_profile (profile_id, id),
    key orders_billing_fk (billing_address_id),
    key orders_shipping_fk (shipping_address_id),
    key orders_by_date (date),
    key orders_newest_of_status (status, id),
    key orders_by_total (total),
    key orders_by_nfe (nfe),
    key orders_by_payment (status, paid_on),
    key orders_by_status_and_date (status, date, id, total),
    unique key orders_legacy (legacy_id),
    key orders_by_purchase_order (purchase_order),
    key orders_updated (updated_at),
    constraint orders_billing_fk foreign key (billing_address_id) references addresses (id),
    constraint orders_profile_fk foreign key (profile_id) references profiles (id),
    constraint orders_shipping_fk foreign key (shipping_address_id) references addresses (id),
    constraint orders_status check (status between 1 and 4),
    constraint orders_total check (total = total_publications + shipping_value)
  ) engine=InnoDB default charset=utf8mb4 collate=utf8mb4_unicode_520_ci`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`drop table if exists orders`.execute(db)
}
