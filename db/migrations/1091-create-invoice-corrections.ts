import { type Kysely, sql } from 'kysely'

// At most one correction letter may be open at a time (D145).
export async function up(db: Kysely<unknown>) {
  await sql`create table if not exists invoice_corrections (
    id int unsigned not null auto_increment,
    invoice_id int unsigned not null,
    state varchar(10) collate ascii_bin not null,
    is_open tinyint unsigned null,
    ordinal tinyint unsigned null,
    text varchar(1000) not null,
    messages text null,
    settled_at datetime(3) null,
    created_at datetime(3) not null default current_timestamp(3),
    primary key (id),
    unique key invoice_corrections_open (invoice_id, is_open),
    unique key invoice_corrections_ordinal (invoice_id, ordinal),
    constraint invoice_corrections_invoice_fk foreign key (invoice_id) references invoices (id)
  ) engine=InnoDB default charset=utf8mb4 collate=utf8mb4_unicode_520_ci`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`drop table if exists invoice_corrections`.execute(db)
}
