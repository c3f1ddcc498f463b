import { type Kysely, sql } from 'kysely'

// Without user_id, the e-mail has no account: the row makes the response equally slow and opens nothing.
export async function up(db: Kysely<unknown>) {
  await sql`create table if not exists password_resets (
    id int unsigned not null auto_increment,
    user_id int unsigned null,
    nonce char(43) collate utf8mb4_bin not null,
    token_hash char(64) collate utf8mb4_bin not null,
    created_at datetime(3) not null default current_timestamp(3),
    expires_at datetime(3) not null,
    used_at datetime(3) null,
    primary key (id),
    unique key password_resets_token (token_hash),
    key password_resets_user (user_id),
    key password_resets_expiry (expires_at),
    constraint password_resets_user_fk foreign key (user_id) references users (id)
  ) engine=InnoDB default charset=utf8mb4 collate=utf8mb4_unicode_520_ci`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`drop table if exists password_resets`.execute(db)
}
