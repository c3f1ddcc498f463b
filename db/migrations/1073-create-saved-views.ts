import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>) {
  await sql`create table if not exists saved_views (
    id int unsigned not null auto_increment,
    user_id int unsigned not null,
    list varchar(20) collate utf8mb4_bin not null,
    name varchar(40) not null,
    query varchar(500) collate utf8mb4_bin not null,
    created_at datetime(3) not null default current_timestamp(3),
    primary key (id),
    unique key saved_views_name (user_id, list, name),
    constraint saved_views_user_fk foreign key (user_id) references users (id)
  ) engine=InnoDB default charset=utf8mb4 collate=utf8mb4_unicode_520_ci`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`drop table if exists saved_views`.execute(db)
}
