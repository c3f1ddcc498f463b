import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>) {
  await sql`create table boletos (
    id int unsigned not null auto_increment primary key,
    order_id int unsigned not null,
    issuer varchar(30) not null,
    bank char(3) not null,
    agency_and_code varchar(30) not null,
    wallet varchar(5) not null,
    our_number varchar(20) not null,
    our_number_printed varchar(25) not null,
    document_number varchar(15) not null,
    document_date date not null,
    due_date date not null,
    value int unsigned not null,
    barcode char(44) not null,
    line char(47) not null,
    slip_file varchar(100) null,
    created_at datetime(3) not null default current_timestamp(3),
    unique key boletos_order (order_id),
    unique key boletos_our_number (bank, wallet, our_number),
    constraint boletos_order_fk foreign key (order_id) references orders (id)
  ) engine=InnoDB default charset=utf8mb4 collate=utf8mb4_unicode_520_ci`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`drop table boletos`.execute(db)
}
