import { type Kysely, sql } from 'kysely'

// Each price applies to at most this number of copies (D86).
export async function up(db: Kysely<unknown>) {
  await sql`create table if not exists price_quote_lines (
    id int unsigned not null auto_increment,
    quote_id int unsigned not null,
    publication_id int unsigned not null,
    name varchar(150) not null,
    version varchar(30) not null,
    price int unsigned not null,
    quantity smallint unsigned not null,
    is_download tinyint(1) not null,
    is_signature tinyint(1) not null,
    primary key (id),
    unique key price_quote_lines_publication (quote_id, publication_id),
    key price_quote_lines_publication_fk (publication_id),
    constraint price_quote_lines_quote_fk foreign key (quote_id) references price_quotes (id),
    constraint price_quote_lines_publication_fk foreign key (publication_id) references publications (id)
  ) engine=InnoDB default charset=utf8mb4 collate=utf8mb4_unicode_520_ci`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`drop table if exists price_quote_lines`.execute(db)
}
