import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>) {
  await sql`create table sessions (
    id bigint unsigned not null auto_increment,
    token_hash char(64) collate utf8mb4_bin not null,
    user_id int unsigned not null,
    user_agent varchar(200) null,
    created_at datetime(3) not null default current_timestamp(3),
    last_seen_at datetime(3) not null,
    expires_at datetime(3) not null,
    primary key (id),
    unique key sessions_token (token_hash),
    key sessions_user (user_id),
    key sessions_expiry (expires_at),
    constraint sessions_user_fk foreign key (user_id) references users (id)
  ) engine=InnoDB default charset=utf8mb4 collate=utf8mb4_unicode_520_ci`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`drop table sessions`.execute(db)
}
