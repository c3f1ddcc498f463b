import { type Kysely, sql } from 'kysely'

// A row is a Pix charge in addition to the bank's boleto. Paying either one pays the order.
export async function up(db: Kysely<unknown>) {
  await sql`create table if not exists pix_charges (
    id int unsigned not null auto_increment,
    boleto_id int unsigned not null,
    txid varchar(35) character set ascii collate ascii_bin not null,
    kind varchar(4) not null,
    pix_key varchar(77) not null,
    state varchar(20) not null default 'wanted',
    state_at datetime(3) not null default current_timestamp(3),
    payload varchar(512) null,
    checked_at datetime(3) null,
    created_at datetime(3) not null default current_timestamp(3),
    primary key (id),
    unique key pix_charges_boleto (boleto_id),
    unique key pix_charges_txid (txid),
    key pix_charges_open (state, checked_at),
    constraint pix_charges_boleto_fk foreign key (boleto_id) references boletos (id)
  ) engine=InnoDB default charset=utf8mb4 collate=utf8mb4_unicode_520_ci`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`drop table if exists pix_charges`.execute(db)
}
