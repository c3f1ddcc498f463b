import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>) {
  await sql`create table orders (
    id int unsigned not null auto_increment primary key,
    profile_id int unsigned not null,
    status tinyint unsigned not null,
    date date not null,
    total_publications int unsigned not null,
    shipping_value int unsigned not null,
    total int unsigned not null,
    shipping_type varchar(30) not null,
    shipping_days smallint unsigned null,
    billing_address_id int unsigned not null,
    shipping_address_id int unsigned null,
    payer_name varchar(150) not null,
    payer_document varchar(14) not null,
    reason text null,
    note text null,
    nfe varchar(60) null,
    checkout_token char(32) collate utf8mb4_bin not null,
    created_at datetime(3) not null default current_timestamp(3),
    unique key orders_checkout_token (checkout_token),
    key orders_of_profile (profile_id, id),
    key orders_by_status (status, date),
    constraint orders_status check (status between 1 and 4),
    constraint orders_total check (total = total_publications + shipping_value),
    constraint orders_profile_fk foreign key (profile_id) references profiles (id),
    constraint orders_billing_fk foreign key (billing_address_id) references addresses (id),
    constraint orders_shipping_fk foreign key (shipping_address_id) references addresses (id)
  ) engine=InnoDB default charset=utf8mb4 collate=utf8mb4_unicode_520_ci`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`drop table orders`.execute(db)
}
