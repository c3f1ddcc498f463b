import { type Kysely, sql } from 'kysely'

// Numbers up to given_through count as used, by this shop or by another program.
export async function up(db: Kysely<unknown>) {
  await sql`create table if not exists boleto_numbers (
    number_range varchar(40) character set ascii collate ascii_bin not null,
    next_number bigint unsigned not null,
    given_through bigint unsigned not null default 0,
    updated_at datetime(3) not null default current_timestamp(3),
    primary key (number_range),
    constraint boleto_numbers_order check (next_number > given_through)
  ) engine=InnoDB default charset=utf8mb4 collate=utf8mb4_unicode_520_ci`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`drop table if exists boleto_numbers`.execute(db)
}
