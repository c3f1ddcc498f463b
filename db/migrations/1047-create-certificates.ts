import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>) {
  await sql`create table if not exists certificates (
    id int unsigned not null auto_increment,
    number char(16) collate utf8mb4_bin not null,
    profile_id int unsigned not null,
    facts_hash char(64) collate utf8mb4_bin not null,
    holder_name varchar(150) not null,
    holder_document varchar(14) not null,
    issued_at datetime(3) not null,
    primary key (id),
    unique key certificates_number (number),
    unique key certificates_facts (facts_hash),
    key certificates_profile (profile_id),
    constraint certificates_profile_fk foreign key (profile_id) references profiles (id)
  ) engine=InnoDB default charset=utf8mb4 collate=utf8mb4_unicode_520_ci`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`drop table if exists certificates`.execute(db)
}
