import { type Kysely, sql } from 'kysely'

// Pages are encrypted and stored for an hour, so that Back and Reload show them by GET.
export async function up(db: Kysely<unknown>) {
  await sql`create table if not exists refused_pages (
    key_hash char(64) character set ascii collate ascii_bin not null,
    sealed mediumtext character set ascii collate ascii_bin not null,
    created_at datetime(3) not null default current_timestamp(3),
    primary key (key_hash),
    key refused_pages_created (created_at)
  ) engine=InnoDB default charset=utf8mb4 collate=utf8mb4_unicode_520_ci`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`drop table if exists refused_pages`.execute(db)
}
