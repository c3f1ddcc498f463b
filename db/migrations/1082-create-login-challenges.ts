import { type Kysely, sql } from 'kysely'

// A row allows a code to be entered for ten minutes after the correct password.
export async function up(db: Kysely<unknown>) {
  await sql`create table if not exists login_challenges (
    id int unsigned not null auto_increment,
    token_hash char(64) collate ascii_bin not null,
    user_id int unsigned not null,
    expires_at datetime(3) not null,
    primary key (id),
    unique key login_challenges_token (token_hash),
    key login_challenges_user (user_id),
    key login_challenges_expires (expires_at),
    constraint login_challenges_user_fk foreign key (user_id) references users (id)
  ) engine=InnoDB default charset=utf8mb4 collate=utf8mb4_unicode_520_ci`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`drop table if exists login_challenges`.execute(db)
}
