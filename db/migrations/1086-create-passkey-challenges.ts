import { type Kysely, sql } from 'kysely'

// A challenge is valid once and for a few minutes; each session or pending login has one per purpose.
export async function up(db: Kysely<unknown>) {
  await sql`create table if not exists passkey_challenges (
    id int unsigned not null auto_increment,
    user_id int unsigned not null,
    purpose varchar(10) collate ascii_bin not null,
    holder varchar(64) collate ascii_bin not null,
    challenge varchar(64) collate ascii_bin not null,
    expires_at datetime(3) not null,
    primary key (id),
    unique key passkey_challenges_holder (holder, purpose),
    key passkey_challenges_user (user_id),
    key passkey_challenges_expires (expires_at),
    constraint passkey_challenges_user_fk foreign key (user_id) references users (id)
  ) engine=InnoDB default charset=utf8mb4 collate=utf8mb4_unicode_520_ci`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`drop table if exists passkey_challenges`.execute(db)
}
