import { type Kysely, sql } from 'kysely'

// Each restore begins an epoch (D112), whose name is part of the ids of jobs and mails.
export async function up(db: Kysely<unknown>) {
  await sql`create table if not exists restores (
    id int unsigned not null auto_increment,
    archive char(32) character set ascii collate ascii_bin not null,
    epoch varchar(10) character set ascii collate ascii_bin not null,
    snapshot_at datetime(3) not null,
    restored_at datetime(3) not null,
    first_event bigint unsigned not null,
    first_order bigint unsigned not null,
    primary key (id),
    unique key restores_archive (archive),
    key restores_event (first_event)
  ) engine=InnoDB default charset=utf8mb4 collate=utf8mb4_unicode_520_ci`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`drop table if exists restores`.execute(db)
}
