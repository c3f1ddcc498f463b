import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>) {
  await sql`create table if not exists downloads (
    id int unsigned not null auto_increment,
    copy_id int unsigned not null,
    user_id int unsigned not null,
    bytes bigint unsigned not null,
    is_stamped tinyint(1) not null,
    created_at datetime(3) not null default current_timestamp(3),
    primary key (id),
    key downloads_copy (copy_id, created_at),
    key downloads_user (user_id, created_at),
    constraint downloads_copy_fk foreign key (copy_id) references copies (id),
    constraint downloads_user_fk foreign key (user_id) references users (id)
  ) engine=InnoDB default charset=utf8mb4 collate=utf8mb4_unicode_520_ci`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`drop table if exists downloads`.execute(db)
}
