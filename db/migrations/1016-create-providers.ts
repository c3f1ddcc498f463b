import { type Kysely, sql } from 'kysely'

// Stores the state of external servers and programs. A row is created at the first failure.
export async function up(db: Kysely<unknown>) {
  await sql`create table if not exists providers (
    name varchar(20) not null,
    failing_since datetime(3) null,
    succeeded_at datetime(3) null,
    probed_at datetime(3) null,
    primary key (name)
  ) engine=InnoDB default charset=utf8mb4 collate=utf8mb4_unicode_520_ci`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`drop table if exists providers`.execute(db)
}
