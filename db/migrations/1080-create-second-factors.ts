import { type Kysely, sql } from 'kysely'

// confirmed_at is null until the first code. last_counter prevents a second use of a code.
// passkey_handle is random, neither e-mail nor number (WebAuthn 3, 14.6.1).
export async function up(db: Kysely<unknown>) {
  await sql`create table if not exists second_factors (
    user_id int unsigned not null,
    secret varchar(255) collate ascii_bin not null,
    confirmed_at datetime(3) null,
    last_counter bigint unsigned not null default 0,
    created_at datetime(3) not null default current_timestamp(3),
    passkey_handle varchar(64) collate ascii_bin null,
    primary key (user_id),
    constraint second_factors_user_fk foreign key (user_id) references users (id)
  ) engine=InnoDB default charset=utf8mb4 collate=utf8mb4_unicode_520_ci`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`drop table if exists second_factors`.execute(db)
}
