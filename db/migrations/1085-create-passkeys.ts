import { type Kysely, sql } from 'kysely'

// A credential id has at most 1,023 bytes (WebAuthn 3, 6.1) and is stored in base64url.
export async function up(db: Kysely<unknown>) {
  await sql`create table if not exists passkeys (
    id int unsigned not null auto_increment,
    user_id int unsigned not null,
    name varchar(60) not null,
    domain varchar(255) collate ascii_bin not null,
    credential_id varchar(1364) collate ascii_bin not null,
    public_key varchar(2000) collate ascii_bin not null,
    counter bigint unsigned not null default 0,
    transports varchar(100) collate ascii_bin not null default '',
    created_at datetime(3) not null default current_timestamp(3),
    last_used_at datetime(3) null,
    primary key (id),
    unique key passkeys_credential (credential_id),
    key passkeys_user (user_id),
    constraint passkeys_user_fk foreign key (user_id) references users (id)
  ) engine=InnoDB default charset=utf8mb4 collate=utf8mb4_unicode_520_ci`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`drop table if exists passkeys`.execute(db)
}
