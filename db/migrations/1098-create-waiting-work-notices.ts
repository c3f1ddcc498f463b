import { type Kysely, sql } from 'kysely'

// waiting_since is part of the key, so that a record that waits again is reported again (D198).
export async function up(db: Kysely<unknown>) {
  await sql`create table if not exists waiting_work_notices (
    id int unsigned not null auto_increment,
    kind varchar(40) character set ascii collate ascii_bin not null,
    record_id int unsigned not null,
    waiting_since datetime(3) not null,
    notified_at datetime(3) not null,
    primary key (id),
    unique key waiting_work_notices_record (kind, record_id, waiting_since),
    key waiting_work_notices_notified (notified_at)
  ) engine=InnoDB default charset=utf8mb4 collate=utf8mb4_unicode_520_ci`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`drop table if exists waiting_work_notices`.execute(db)
}
