import { type Kysely, sql } from 'kysely'

// Each invitation has one row (D92): acceptance sets user_id and accepted_at, and at the end is_open becomes null,
// so that the person can be invited again.
export async function up(db: Kysely<unknown>) {
  await sql`create table if not exists company_members (
    id int unsigned not null auto_increment,
    profile_id int unsigned not null,
    email varchar(254) not null,
    role varchar(8) collate utf8mb4_bin not null,
    invited_by_user_id int unsigned not null,
    user_id int unsigned null,
    nonce char(43) collate utf8mb4_bin not null,
    token_hash char(64) collate utf8mb4_bin not null,
    sends smallint unsigned not null default 1,
    invited_at datetime(3) not null default current_timestamp(3),
    expires_at datetime(3) not null,
    accepted_at datetime(3) null,
    ended_at datetime(3) null,
    ended_by_user_id int unsigned null,
    end_reason varchar(9) collate utf8mb4_bin null,
    is_open tinyint unsigned default 1,
    primary key (id),
    unique key company_members_token (token_hash),
    unique key company_members_email (profile_id, email, is_open),
    unique key company_members_person (profile_id, user_id, is_open),
    key company_members_user (user_id, is_open),
    key company_members_expiry (expires_at),
    constraint company_members_profile_fk foreign key (profile_id) references profiles (id),
    constraint company_members_user_fk foreign key (user_id) references users (id),
    constraint company_members_role check (role in ('mechanic', 'buyer')),
    constraint company_members_is_open check (is_open = 1),
    constraint company_members_end check (end_reason in ('declined', 'withdrawn', 'revoked', 'left', 'removed'))
  ) engine=InnoDB default charset=utf8mb4 collate=utf8mb4_unicode_520_ci`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`drop table if exists company_members`.execute(db)
}
