import { type Kysely, sql } from 'kysely'

// Each delivery has one row for all its attempts. outbox_id identifies the effect, whose row may be deleted
// earlier.
export async function up(db: Kysely<unknown>) {
  await sql`create table if not exists mails (
    id bigint unsigned not null auto_increment,
    outbox_id bigint unsigned not null,
    job varchar(40) not null,
    subject_ref varchar(40) collate utf8mb4_bin not null,
    user_id int unsigned null,
    to_address varchar(254) collate utf8mb4_bin not null,
    subject varchar(200) not null,
    state varchar(10) not null,
    error varchar(300) null,
    attempts int unsigned not null default 1,
    created_at datetime(3) not null default current_timestamp(3),
    sent_at datetime(3) null,
    primary key (id),
    unique key mails_outbox (outbox_id),
    key mails_by_state (state, id),
    key mails_by_address (to_address, id),
    key mails_by_subject (subject, id),
    key mails_by_ref (subject_ref, id),
    key mails_of_user (user_id),
    key mails_age (created_at)
  ) engine=InnoDB default charset=utf8mb4 collate=utf8mb4_unicode_520_ci`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`drop table if exists mails`.execute(db)
}
