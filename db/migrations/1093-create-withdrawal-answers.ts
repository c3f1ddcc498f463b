import { type Kysely, sql } from 'kysely'

// Stores all answers, including corrections. The request's row has the valid outcome.
export async function up(db: Kysely<unknown>) {
  await sql`create table if not exists withdrawal_answers (
    id int unsigned not null auto_increment,
    request_id int unsigned not null,
    outcome varchar(10) not null,
    reason varchar(2000) null,
    created_at datetime(3) not null default current_timestamp(3),
    created_by int unsigned null,
    primary key (id),
    key withdrawal_answers_request (request_id, id),
    constraint withdrawal_answers_request_fk foreign key (request_id) references withdrawal_requests (id),
    constraint withdrawal_answers_outcome check (outcome in ('accepted', 'refused'))
  ) engine=InnoDB default charset=utf8mb4 collate=utf8mb4_unicode_520_ci`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`drop table if exists withdrawal_answers`.execute(db)
}
