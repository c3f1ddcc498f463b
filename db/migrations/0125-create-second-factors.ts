import { type Kysely, sql } from 'kysely'

// confirmed_at is null until the first code. last_counter prevents a second use of a code.
export async function up(db: Kysely<unknown>) {
  await sql`create table second_factors (
    user_id int unsigned not null,
    secret varchar(255) collate ascii_bin not null,
    confirmed_at datetime(3) null,
    last_counter bigint unsigned not null default 0,
    created_at datetime(3) not null default current_timestamp(3),
    primary key (user_id),
    constraint second_factors_user_fk foreign key (user_id) references users (id)
  ) engine=InnoDB default charset=utf8mb4 collate=utf8mb4_unicode_520_ci`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`drop table second_factors`.execute(db)
}
