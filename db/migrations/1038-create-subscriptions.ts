import { type Kysely, sql } from 'kysely'

// The status before expiry returns when the due date is moved forward (D34). The customer never sees the note. Indexes
// serve units that wait for dispatch and those that end within a period. lock_version counts saves: a form
// with an older number is rejected. legacy_id: number in the former system.
export async function up(db: Kysely<unknown>) {
  await sql`create table if not exists subscriptions (
    id int unsigned not null auto_increment,
    order_line_id int unsigned not null,
    profile_id int unsigned not null,
    publication_id int unsigned not null,
    status tinyint unsigned not null,
    status_before_expiry tinyint unsigned null,
    expired_on date null,
    starts_on date not null,
    due date null,
    suspended_at datetime(3) null,
    times_renewed smallint unsigned not null default 0,
    track_code varchar(20) null,
    sent_on date null,
    created_at datetime(3) not null default current_timestamp(3),
    lock_version int unsigned not null default 0,
    notes varchar(2000) null,
    legacy_id int unsigned null,
    updated_at datetime(3) not null default current_timestamp(3) on update current_timestamp(3),
    primary key (id),
    unique key subscriptions_line (order_line_id),
    key subscriptions_of_profile (profile_id, id),
    key subscriptions_of_publication (publication_id, status),
    key subscriptions_due (due, status),
    key subscriptions_expired (expired_on, status_before_expiry),
    key subscriptions_waiting (status, status_before_expiry, sent_on),
    key subscriptions_track_code (track_code),
    key subscriptions_status (status, due),
    key subscriptions_ending (suspended_at, due),
    unique key subscriptions_legacy (legacy_id),
    key subscriptions_updated (updated_at),
    constraint subscriptions_line_fk foreign key (order_line_id) references order_lines (id),
    constraint subscriptions_profile_fk foreign key (profile_id) references profiles (id),
    constraint subscriptions_publication_fk foreign key (publication_id) references publications (id),
    constraint subscriptions_status check (status between 1 and 5)
  ) engine=InnoDB default charset=utf8mb4 collate=utf8mb4_unicode_520_ci`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`drop table if exists subscriptions`.execute(db)
}
