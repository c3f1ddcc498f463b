import { type Kysely, sql } from 'kysely'

// Indexes serve the staff's list, closed accounts and the count of administrators. is_demonstration: an
// account whose password is in the README (D73). email_proved_at: when a link mailed to the present address
// was used; until then it invites nobody (D162).
export async function up(db: Kysely<unknown>) {
  await sql`create table if not exists users (
    id int unsigned not null auto_increment,
    email varchar(254) collate utf8mb4_bin not null,
    password_hash varchar(255) null,
    is_active tinyint(1) not null default 1,
    is_staff tinyint(1) not null default 0,
    is_superuser tinyint(1) not null default 0,
    created_at datetime(3) not null default current_timestamp(3),
    is_demonstration tinyint(1) not null default 0,
    email_proved_at datetime(3) null,
    primary key (id),
    unique key users_email (email),
    key users_superuser (is_superuser, is_active),
    key users_staff (is_staff),
    key users_active (is_active),
    key users_demonstration (is_demonstration)
  ) engine=InnoDB default charset=utf8mb4 collate=utf8mb4_unicode_520_ci`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`drop table if exists users`.execute(db)
}
