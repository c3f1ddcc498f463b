import { type Kysely, sql } from 'kysely'

// column_keys is a list with a dot before and after each key. Without a row, the default columns are shown
// (D91).
export async function up(db: Kysely<unknown>) {
  await sql`create table if not exists list_columns (
    user_id int unsigned not null,
    list varchar(20) collate utf8mb4_bin not null,
    column_keys varchar(300) collate utf8mb4_bin not null,
    primary key (user_id, list),
    constraint list_columns_user_fk foreign key (user_id) references users (id)
  ) engine=InnoDB default charset=utf8mb4 collate=utf8mb4_unicode_520_ci`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`drop table if exists list_columns`.execute(db)
}
