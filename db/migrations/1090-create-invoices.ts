import { type Kysely, sql } from 'kysely'

// One invoice per model is live; rejected and cancelled ones remain (D141). asked_at is null if it was
// recorded by hand; is_test is true without fiscal value (D145). layout: null for the city's NFS-e (D175).
export async function up(db: Kysely<unknown>) {
  await sql`create table if not exists invoices (
    id int unsigned not null auto_increment,
    order_id int unsigned not null,
    model varchar(5) collate ascii_bin not null,
    state varchar(10) collate ascii_bin not null,
    is_live tinyint unsigned null,
    reference varchar(50) collate ascii_bin not null,
    series varchar(5) null,
    number varchar(20) null,
    access_key varchar(50) collate ascii_bin null,
    protocol varchar(30) collate ascii_bin null,
    authorised_at datetime(3) null,
    cancelled_at datetime(3) null,
    messages text null,
    lock_version int unsigned not null default 0,
    created_at datetime(3) not null default current_timestamp(3),
    asked_at datetime(3) null,
    cancel_reason varchar(255) null,
    is_test tinyint(1) not null default 0,
    layout varchar(10) collate ascii_bin null,
    primary key (id),
    unique key invoices_live (order_id, model, is_live),
    unique key invoices_reference (reference),
    unique key invoices_key (access_key),
    key invoices_state (state, id),
    constraint invoices_order_fk foreign key (order_id) references orders (id)
  ) engine=InnoDB default charset=utf8mb4 collate=utf8mb4_unicode_520_ci`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`drop table if exists invoices`.execute(db)
}
