import { type Kysely, sql } from 'kysely'

// Contains no names or e-mails and only shortened networks; rows are deleted after six months. There are no foreign
// keys, since they would wait for a lock on the person's row.
export async function up(db: Kysely<unknown>) {
  await sql`create table if not exists security_events (
    id bigint unsigned not null auto_increment,
    at datetime(3) not null default current_timestamp(3),
    kind varchar(40) collate ascii_bin not null,
    user_id int unsigned null,
    account_id int unsigned null,
    network varchar(50) collate ascii_bin not null default '',
    request_id varchar(100) null,
    details varchar(500) not null default '{}',
    primary key (id),
    key security_events_at (at),
    key security_events_kind (kind, id),
    key security_events_user (user_id, id),
    key security_events_account (account_id, id),
    key security_events_network (network, id)
  ) engine=InnoDB default charset=utf8mb4 collate=utf8mb4_unicode_520_ci`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`drop table if exists security_events`.execute(db)
}
