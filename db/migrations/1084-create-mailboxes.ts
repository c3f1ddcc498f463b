import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>) {
  await sql`create table if not exists mailboxes (
    user_id int unsigned not null,
    token char(22) collate ascii_bin not null,
    reminders_off_at datetime(3) null,
    revisions_off_at datetime(3) null,
    refused_at datetime(3) null,
    refused_by varchar(10) collate ascii_bin null,
    refusal_code varchar(20) collate ascii_bin null,
    primary key (user_id),
    unique key mailboxes_token (token),
    constraint mailboxes_user_fk foreign key (user_id) references users (id)
  ) engine=InnoDB default charset=utf8mb4 collate=utf8mb4_unicode_520_ci`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`drop table if exists mailboxes`.execute(db)
}
