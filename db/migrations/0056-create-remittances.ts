import { type Kysely, sql } from 'kysely'

// A file is stored as it was sent.
export async function up(db: Kysely<unknown>) {
  await sql`create table remittances (
    id int unsigned not null auto_increment,
    bank char(3) not null,
    format smallint unsigned not null,
    sequence int unsigned not null,
    boletos int unsigned not null,
    content mediumtext not null,
    created_at datetime(3) not null default current_timestamp(3),
    created_by int unsigned not null,
    refused_at datetime(3) null,
    primary key (id),
    unique key remittances_sequence (bank, sequence)
  ) engine=InnoDB default charset=utf8mb4 collate=utf8mb4_unicode_520_ci`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`drop table remittances`.execute(db)
}
