import { type Kysely, sql } from 'kysely'

// The row remains as proof of the request and of the day it was carried out.
export async function up(db: Kysely<unknown>) {
  await sql`create table if not exists deletion_requests (
    id int unsigned not null auto_increment,
    user_id int unsigned not null,
    created_at datetime(3) not null default current_timestamp(3),
    due_at datetime(3) not null,
    undone_at datetime(3) null,
    done_at datetime(3) null,
    primary key (id),
    key deletion_requests_of_user (user_id, done_at),
    key deletion_requests_open (done_at, undone_at, due_at),
    constraint deletion_requests_user_fk foreign key (user_id) references users (id)
  ) engine=InnoDB default charset=utf8mb4 collate=utf8mb4_unicode_520_ci`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`drop table if exists deletion_requests`.execute(db)
}
