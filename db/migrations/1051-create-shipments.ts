import { type Kysely, sql } from 'kysely'

// A direct shipment has an address; one for orders has theirs. counted_on: day of dispatch, before that the
// day of packing. A shipment cancelled before dispatch stays and is not listed. anonymised_at: note and
// address of a deleted account were erased. form_key prevents a repeated form from creating two. legacy_id:
// number in the former system. address_changed_at: labels printed before are invalid (D150). lock_version
// counts saves: a form with an older number is rejected.
export async function up(db: Kysely<unknown>) {
  await sql`create table if not exists shipments (
    id int unsigned not null auto_increment,
    profile_id int unsigned not null,
    owner_user_id int unsigned not null,
    subscription_id int unsigned null,
    direct_shipping tinyint(1) not null default 0,
    address_id int unsigned null,
    type varchar(10) not null,
    status tinyint unsigned not null default 1,
    value bigint unsigned not null default 0,
    value_is_touched tinyint(1) not null default 0,
    track_code varchar(20) null,
    note varchar(1000) null,
    creation_date date not null,
    send_date date null,
    complete_date date null,
    return_date date null,
    times_sent smallint unsigned not null default 0,
    anonymised_at datetime(3) null,
    created_at datetime(3) not null default current_timestamp(3),
    lock_version int unsigned not null default 0,
    cancelled_at datetime(3) null,
    cancel_reason varchar(500) null,
    form_key char(32) collate utf8mb4_bin null,
    counted_on date as (coalesce(send_date, creation_date)) virtual,
    legacy_id int unsigned null,
    address_changed_at datetime(3) null,
    label_at datetime(3) null,
    updated_at datetime(3) not null default current_timestamp(3) on update current_timestamp(3),
    primary key (id),
    unique key shipments_form (form_key),
    key shipments_of_profile (profile_id, id),
    key shipments_by_status (status, id),
    key shipments_by_send_date (send_date),
    key shipments_owner_fk (owner_user_id),
    key shipments_subscription_fk (subscription_id),
    key shipments_address_fk (address_id),
    key shipments_track_code (track_code),
    key shipments_by_creation (creation_date),
    key shipments_counted_on (counted_on),
    unique key shipments_legacy (legacy_id),
    key shipments_updated (updated_at),
    constraint shipments_address_fk foreign key (address_id) references addresses (id),
    constraint shipments_owner_fk foreign key (owner_user_id) references users (id),
    constraint shipments_profile_fk foreign key (profile_id) references profiles (id),
    constraint shipments_subscription_fk foreign key (subscription_id) references subscriptions (id),
    constraint shipments_status check (status between 1 and 4),
    constraint shipments_type check (type in ('SEDEX', 'PAC', 'ACOBRAR', 'REGISTRADA', 'SIMPLES')),
    constraint shipments_address check (direct_shipping = 0 or address_id is not null)
  ) engine=InnoDB default charset=utf8mb4 collate=utf8mb4_unicode_520_ci`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`drop table if exists shipments`.execute(db)
}
