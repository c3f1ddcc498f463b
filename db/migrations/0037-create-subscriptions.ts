import { type Kysely, sql } from 'kysely'

// The status of a subscription before it expired comes back when its due date is moved forward (D34). The note is for
// staff; the customer never sees it.
// Few units wait to be sent, those that expired before it too; what ends within a period and is not suspended is read
// in the order of its last days.
// lock_version counts the saves: who saves names the one that was on the screen and is told of another in between.
export async function up(db: Kysely<unknown>) {
  await sql`create table subscriptions (
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
    constraint subscriptions_line_fk foreign key (order_line_id) references order_lines (id),
    constraint subscriptions_profile_fk foreign key (profile_id) references profiles (id),
    constraint subscriptions_publication_fk foreign key (publication_id) references publications (id),
    constraint subscriptions_status check (status between 1 and 5)
  ) engine=InnoDB default charset=utf8mb4 collate=utf8mb4_unicode_520_ci`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`drop table subscriptions`.execute(db)
}
