import { type Kysely, sql } from 'kysely'

// held: the person's revisions when the notice was written. unsent_at: as in revision_notice_recipients.
export async function up(db: Kysely<unknown>) {
  await sql`create table if not exists recall_recipients (
    notice_id int unsigned not null,
    profile_id int unsigned not null,
    held varchar(200) not null,
    sent_at datetime(3) null,
    unsent_at datetime(3) null,
    primary key (notice_id, profile_id),
    key recall_recipients_profile_fk (profile_id),
    constraint recall_recipients_notice_fk foreign key (notice_id) references recall_notices (id),
    constraint recall_recipients_profile_fk foreign key (profile_id) references profiles (id)
  ) engine=InnoDB default charset=utf8mb4 collate=utf8mb4_unicode_520_ci`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`drop table if exists recall_recipients`.execute(db)
}
