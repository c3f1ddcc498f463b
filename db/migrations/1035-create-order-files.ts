import { type Kysely, sql } from 'kysely'

// invoice_id: the invoice to which the file (XML or DANFE) belongs (D141).
export async function up(db: Kysely<unknown>) {
  await sql`create table if not exists order_files (
    id int unsigned not null auto_increment,
    order_id int unsigned not null,
    kind varchar(10) not null,
    file varchar(60) collate utf8mb4_bin not null,
    name varchar(150) not null,
    type varchar(30) not null,
    bytes int unsigned not null,
    created_at datetime(3) not null default current_timestamp(3),
    invoice_id int unsigned null,
    primary key (id),
    unique key order_files_file (file),
    key order_files_of_order (order_id),
    key order_files_invoice (invoice_id),
    constraint order_files_order_fk foreign key (order_id) references orders (id),
    constraint order_files_kind check (kind in ('nfe', 'file'))
  ) engine=InnoDB default charset=utf8mb4 collate=utf8mb4_unicode_520_ci`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`drop table if exists order_files`.execute(db)
}
