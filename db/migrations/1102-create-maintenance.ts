import { type Kysely, sql } from 'kysely'

// While the row exists, all web processes reject writes.
export async function up(db: Kysely<unknown>) {
  await sql`create table if not exists maintenance (
    id tinyint unsigned not null,
    began_at datetime(3) not null,
    expected_end datetime(3) null,
    primary key (id)
  ) engine=InnoDB default charset=utf8mb4 collate=utf8mb4_unicode_520_ci`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`drop table if exists maintenance`.execute(db)
}
