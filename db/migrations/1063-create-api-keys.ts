import { type Kysely, sql } from 'kysely'

// Only the hash is stored. `hint` is the end of the key, by which people recognise it.
export async function up(db: Kysely<unknown>) {
  await sql`create table if not exists api_keys (
    id int unsigned not null auto_increment,
    name varchar(100) not null,
    key_hash char(64) collate utf8mb4_bin not null,
    hint varchar(8) not null,
    scopes varchar(500) not null,
    user_id int unsigned not null,
    created_at datetime(3) not null default current_timestamp(3),
    last_used_at datetime(3) null,
    revoked_at datetime(3) null,
    primary key (id),
    unique key api_keys_hash (key_hash),
    key api_keys_user (user_id),
    constraint api_keys_user_fk foreign key (user_id) references users (id)
  ) engine=InnoDB default charset=utf8mb4 collate=utf8mb4_unicode_520_ci`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`drop table if exists api_keys`.execute(db)
}
