import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>) {
  await sql`create table users (
    id int unsigned not null auto_increment primary key,
    email varchar(254) collate utf8mb4_bin not null,
    password_hash varchar(255) null,
    is_active tinyint(1) not null default 1,
    is_staff tinyint(1) not null default 0,
    is_superuser tinyint(1) not null default 0,
    created_at datetime(3) not null default current_timestamp(3),
    unique key users_email (email)
  ) engine=InnoDB default charset=utf8mb4 collate=utf8mb4_unicode_520_ci`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`drop table users`.execute(db)
}
