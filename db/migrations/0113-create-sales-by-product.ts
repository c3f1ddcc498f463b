import { type Kysely, sql } from 'kysely'

// The same by publication and version (D106).
export async function up(db: Kysely<unknown>) {
  await sql`create table sales_by_product (
    id bigint unsigned not null auto_increment,
    period int unsigned not null,
    publication_id int unsigned not null,
    version varchar(30) not null,
    is_signature tinyint(1) not null,
    quantity int not null,
    value bigint not null,
    primary key (id),
    key sales_by_product_sums (period, publication_id, version, is_signature, quantity, value)
  ) engine=InnoDB default charset=utf8mb4 collate=utf8mb4_unicode_520_ci`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`drop table sales_by_product`.execute(db)
}
