import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>) {
  await sql`create table if not exists email_requests (
    id int unsigned not null auto_increment,
    user_id int unsigned not null,
    new_email varchar(254) not null,
    nonce char(43) collate utf8mb4_bin not null,
    token_hash char(64) collate utf8mb4_bin not null,
    created_at datetime(3) not null default current_timestamp(3),
    expires_at datetime(3) not null,
    used_at datetime(3) null,
    primary key (id),
    unique key email_requests_token (token_hash),
    key email_requests_user (user_id),
    key email_requests_expiry (expires_at),
    constraint email_requests_user_fk foreign key (user_id) references users (id)
  ) engine=InnoDB default charset=utf8mb4 collate=utf8mb4_unicode_520_ci`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`drop table if exists email_requests`.execute(db)
}
