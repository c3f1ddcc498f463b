import { type Kysely, sql } from 'kysely'

// The version changes with every public change, so that processes detect outdated caches.
export async function up(db: Kysely<unknown>) {
  await sql`create table if not exists catalogue_version (
    id tinyint unsigned not null,
    stamp char(32) character set ascii collate ascii_bin not null,
    primary key (id)
  ) engine=InnoDB default charset=utf8mb4 collate=utf8mb4_unicode_520_ci`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`drop table if exists catalogue_version`.execute(db)
}
