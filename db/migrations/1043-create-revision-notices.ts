import { type Kysely, sql } from 'kysely'

// The UNIQUE key prevents two people from starting the same mailing.
export async function up(db: Kysely<unknown>) {
  await sql`create table if not exists revision_notices (
    id int unsigned not null auto_increment,
    revision_id int unsigned not null,
    round smallint unsigned not null,
    asked_by_user_id int unsigned null,
    created_at datetime(3) not null default current_timestamp(3),
    listed_at datetime(3) null,
    primary key (id),
    unique key revision_notices_round (revision_id, round),
    constraint revision_notices_revision_fk foreign key (revision_id) references revisions (id)
  ) engine=InnoDB default charset=utf8mb4 collate=utf8mb4_unicode_520_ci`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`drop table if exists revision_notices`.execute(db)
}
