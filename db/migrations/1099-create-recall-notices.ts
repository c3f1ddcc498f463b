import { type Kysely, sql } from 'kysely'

// held is the revision that recipients must have; null means any.
export async function up(db: Kysely<unknown>) {
  await sql`create table if not exists recall_notices (
    id int unsigned not null auto_increment,
    publication_id int unsigned not null,
    kind varchar(20) null,
    held varchar(60) null,
    subject varchar(120) not null,
    body text not null,
    form_key char(32) not null,
    asked_by_user_id int unsigned null,
    created_at datetime(3) not null default current_timestamp(3),
    primary key (id),
    unique key recall_notices_form (form_key),
    key recall_notices_publication_fk (publication_id),
    key recall_notices_by_day (created_at),
    constraint recall_notices_publication_fk foreign key (publication_id) references publications (id)
  ) engine=InnoDB default charset=utf8mb4 collate=utf8mb4_unicode_520_ci`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`drop table if exists recall_notices`.execute(db)
}
