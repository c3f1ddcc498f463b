import { type Kysely, sql } from 'kysely'

// There is no foreign key: a publication that nobody bought can be deleted, while its past price remains.
export async function up(db: Kysely<unknown>) {
  await sql`create table if not exists price_change_lines (
    price_change_id int unsigned not null,
    publication_id int unsigned not null,
    name varchar(150) not null,
    price_before int unsigned not null,
    price_after int unsigned not null,
    renewal_before int unsigned null,
    renewal_after int unsigned null,
    primary key (price_change_id, publication_id),
    constraint price_change_lines_change_fk foreign key (price_change_id) references price_changes (id)
  ) engine=InnoDB default charset=utf8mb4 collate=utf8mb4_unicode_520_ci`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`drop table if exists price_change_lines`.execute(db)
}
