import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>) {
  await sql`create table if not exists recovery_codes (
    id int unsigned not null auto_increment,
    user_id int unsigned not null,
    code_hash char(64) collate ascii_bin not null,
    used_at datetime(3) null,
    primary key (id),
    unique key recovery_codes_code (user_id, code_hash),
    constraint recovery_codes_user_fk foreign key (user_id) references users (id)
  ) engine=InnoDB default charset=utf8mb4 collate=utf8mb4_unicode_520_ci`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`drop table if exists recovery_codes`.execute(db)
}
