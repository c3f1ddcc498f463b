import { type Kysely, sql } from 'kysely'

// The due date is part of the key, so that a renewed subscription gets new reminders.
export async function up(db: Kysely<unknown>) {
  await sql`create table if not exists expiry_reminders (
    subscription_id int unsigned not null,
    due date not null,
    step tinyint not null,
    notified_on date not null,
    primary key (subscription_id, due, step),
    constraint expiry_reminders_subscription_fk foreign key (subscription_id) references subscriptions (id)
  ) engine=InnoDB default charset=utf8mb4 collate=utf8mb4_unicode_520_ci`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`drop table if exists expiry_reminders`.execute(db)
}
