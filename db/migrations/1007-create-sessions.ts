import { type Kysely, sql } from 'kysely'

// No cookie opens the API, and no token opens a page. acting_member_id: acts for a company (D92). proved_at:
// last identity check. has_code: the token was issued with a second-factor code (D125).
export async function up(db: Kysely<unknown>) {
  await sql`create table if not exists sessions (
    id bigint unsigned not null auto_increment,
    token_hash char(64) collate utf8mb4_bin not null,
    user_id int unsigned not null,
    user_agent varchar(200) null,
    created_at datetime(3) not null default current_timestamp(3),
    last_seen_at datetime(3) not null,
    expires_at datetime(3) not null,
    kind enum('browser', 'api') not null default 'browser',
    acting_member_id int unsigned null,
    proved_at datetime(3) null,
    has_code boolean not null default false,
    primary key (id),
    unique key sessions_token (token_hash),
    key sessions_user (user_id),
    key sessions_expiry (expires_at),
    constraint sessions_user_fk foreign key (user_id) references users (id),
    constraint sessions_acting_member_fk foreign key (acting_member_id) references company_members (id)
  ) engine=InnoDB default charset=utf8mb4 collate=utf8mb4_unicode_520_ci`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`drop table if exists sessions`.execute(db)
}
