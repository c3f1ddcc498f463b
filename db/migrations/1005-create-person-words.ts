import { type Kysely, sql } from 'kysely'

// Splits the texts of person_texts into words and their endings, so that an index finds each by its beginning.
export async function up(db: Kysely<unknown>) {
  await sql`create table if not exists person_words (
    word varchar(41) collate utf8mb4_bin not null,
    profile_id int unsigned not null,
    primary key (word, profile_id),
    key person_words_profile (profile_id),
    constraint person_words_profile foreign key (profile_id) references profiles (id) on delete cascade
  ) engine=InnoDB default charset=utf8mb4 collate=utf8mb4_unicode_520_ci`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`drop table if exists person_words`.execute(db)
}
