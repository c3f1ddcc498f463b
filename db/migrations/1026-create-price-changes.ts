import { type Kysely, sql } from 'kysely'

// percentage is in hundredths of a percent. form_key prevents a repeated form from changing prices twice.
export async function up(db: Kysely<unknown>) {
  await sql`create table if not exists price_changes (
    id int unsigned not null auto_increment,
    percentage int unsigned not null,
    reason varchar(500) not null,
    made_by_user_id int unsigned not null,
    created_at datetime(3) not null default current_timestamp(3),
    undone_at datetime(3) null,
    undone_by_user_id int unsigned null,
    form_key char(32) collate utf8mb4_bin not null,
    primary key (id),
    unique key price_changes_form (form_key)
  ) engine=InnoDB default charset=utf8mb4 collate=utf8mb4_unicode_520_ci`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`drop table if exists price_changes`.execute(db)
}
