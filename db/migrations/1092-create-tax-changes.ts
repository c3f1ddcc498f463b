import { type Kysely, sql } from 'kysely'

// before_codes is an array of [publication, previous code] (D148).
export async function up(db: Kysely<unknown>) {
  await sql`create table if not exists tax_changes (
    id int unsigned not null auto_increment,
    field varchar(20) character set ascii collate ascii_bin not null,
    code varchar(20) character set ascii collate ascii_bin null,
    before_codes mediumtext not null,
    made_by_user_id int unsigned not null,
    created_at datetime(3) not null default current_timestamp(3),
    undone_at datetime(3) null,
    undone_by_user_id int unsigned null,
    primary key (id),
    key tax_changes_open (undone_at, id)
  ) engine=InnoDB default charset=utf8mb4 collate=utf8mb4_unicode_520_ci`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`drop table if exists tax_changes`.execute(db)
}
