import { type Kysely, sql } from 'kysely'

// A quote has an address that cannot be guessed and no personal data (D86). request_hash detects a repeated
// request.
export async function up(db: Kysely<unknown>) {
  await sql`create table if not exists price_quotes (
    id int unsigned not null auto_increment,
    token char(32) collate utf8mb4_bin not null,
    request_hash char(64) collate utf8mb4_bin not null,
    date date not null,
    valid_until date not null,
    shipping_type varchar(30) null,
    shipping_value bigint unsigned null,
    shipping_days smallint unsigned null,
    handling_days tinyint unsigned not null,
    pdf_file varchar(80) null,
    created_at datetime(3) not null default current_timestamp(3),
    primary key (id),
    unique key price_quotes_token (token),
    unique key price_quotes_request (request_hash),
    key price_quotes_by_end (valid_until)
  ) engine=InnoDB default charset=utf8mb4 collate=utf8mb4_unicode_520_ci`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`drop table if exists price_quotes`.execute(db)
}
