import { type Kysely, sql } from 'kysely'

// Texts are folded before they are stored, so that every server compares bytes alike. The profile with the oldest
// indexed_at is indexed next.
export async function up(db: Kysely<unknown>) {
  await sql`create table if not exists person_texts (
    profile_id int unsigned not null,
    words varchar(1000) collate utf8mb4_bin not null,
    parts varchar(300) collate utf8mb4_bin not null,
    version smallint unsigned not null,
    checked_at datetime(3) not null default current_timestamp(3),
    primary key (profile_id),
    key person_texts_checked (checked_at, profile_id),
    constraint person_texts_profile foreign key (profile_id) references profiles (id) on delete cascade
  ) engine=InnoDB default charset=utf8mb4 collate=utf8mb4_unicode_520_ci`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`drop table if exists person_texts`.execute(db)
}
