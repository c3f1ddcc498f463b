import { type Kysely, sql } from 'kysely'

// unsent_at is set if the account was closed meanwhile or the mail server rejected the address permanently.
export async function up(db: Kysely<unknown>) {
  await sql`create table if not exists revision_notice_recipients (
    notice_id int unsigned not null,
    profile_id int unsigned not null,
    sent_at datetime(3) null,
    unsent_at datetime(3) null,
    primary key (notice_id, profile_id),
    key revision_notice_recipients_profile_fk (profile_id),
    constraint revision_notice_recipients_notice_fk foreign key (notice_id) references revision_notices (id),
    constraint revision_notice_recipients_profile_fk foreign key (profile_id) references profiles (id)
  ) engine=InnoDB default charset=utf8mb4 collate=utf8mb4_unicode_520_ci`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`drop table if exists revision_notice_recipients`.execute(db)
}
