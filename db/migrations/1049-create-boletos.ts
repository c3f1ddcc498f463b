import { type Kysely, sql } from 'kysely'

// An order may have several boletos in succession: current_of is the order of its newest one. A number is
// unique in its number_range, e.g. '001/7654321', since two agreements of a bank may both have boleto 1; null
// for a gateway. Percentages are in hundredths, interest per month, or in centavos per day if the bank counts
// days (D69). payable_until: last day on which the bank accepts it; null if the agreement decides.
export async function up(db: Kysely<unknown>) {
  await sql`create table if not exists boletos (
    id int unsigned not null auto_increment,
    order_id int unsigned not null,
    ordinal tinyint unsigned not null default 0,
    current_of int unsigned null,
    issuer varchar(30) not null,
    state varchar(15) not null default 'made',
    state_at datetime(3) not null default current_timestamp(3),
    withdrawn_at datetime(3) null,
    withdrawal_reason varchar(20) null,
    reference varchar(40) not null,
    external_id varchar(60) null,
    bank char(3) not null,
    agency_and_code varchar(30) not null,
    wallet varchar(5) not null,
    number_range varchar(40) character set ascii collate ascii_bin null,
    our_number varchar(20) not null,
    our_number_printed varchar(25) not null,
    document_number varchar(15) not null,
    document_date date not null,
    due_date date not null,
    value bigint unsigned not null,
    barcode char(44) not null,
    line char(47) not null,
    pix_payload varchar(1000) null,
    rejection varchar(100) null,
    checked_at datetime(3) null,
    pdf_file varchar(100) null,
    created_at datetime(3) not null default current_timestamp(3),
    fine_percent smallint unsigned not null default 0,
    interest_percent smallint unsigned not null default 0,
    interest_per_day int unsigned null,
    discount_value bigint unsigned not null default 0,
    discount_until date null,
    acceptance_days tinyint unsigned null,
    protest_days tinyint unsigned not null default 0,
    payable_until date null,
    primary key (id),
    unique key boletos_ordinal (order_id, ordinal),
    unique key boletos_reference (reference),
    unique key boletos_current (current_of),
    unique key boletos_external (issuer, external_id),
    unique key boletos_number_once (number_range, our_number),
    key boletos_number (our_number, bank),
    key boletos_by_state (state, due_date),
    key boletos_checked (issuer, state, checked_at),
    key boletos_newest_of_state (state, id),
    key boletos_newest_of_issuer (issuer, id),
    constraint boletos_order_fk foreign key (order_id) references orders (id),
    constraint boletos_own_bank_range check (issuer <> 'own-bank' or number_range is not null)
  ) engine=InnoDB default charset=utf8mb4 collate=utf8mb4_unicode_520_ci`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`drop table if exists boletos`.execute(db)
}
