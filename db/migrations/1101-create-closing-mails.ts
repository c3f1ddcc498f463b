import { type Kysely, sql } from 'kysely'

// The key prevents two workers from sending the same month.
export async function up(db: Kysely<unknown>) {
  await sql`create table if not exists closing_mails (
    month char(7) not null,
    created_at datetime(3) not null default current_timestamp(3),
    sent_at datetime(3) null,
    primary key (month)
  ) engine=InnoDB default charset=utf8mb4 collate=utf8mb4_unicode_520_ci`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`drop table if exists closing_mails`.execute(db)
}
