import { type Kysely, sql } from 'kysely'

// The previous address is stored for a while, so that its owner can be notified.
export async function up(db: Kysely<unknown>) {
  await sql`create table if not exists email_changes (
    id int unsigned not null auto_increment,
    user_id int unsigned not null,
    old_email varchar(254) not null,
    created_at datetime(3) not null default current_timestamp(3),
    primary key (id),
    key email_changes_user (user_id),
    key email_changes_age (created_at),
    constraint email_changes_user_fk foreign key (user_id) references users (id)
  ) engine=InnoDB default charset=utf8mb4 collate=utf8mb4_unicode_520_ci`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`drop table if exists email_changes`.execute(db)
}
