import { type Kysely, sql } from 'kysely'

// What a bank says of slips: its files, each once by the bank's own key, and their records. Money that two files
// tell of counts for the one that has its key in applied_event_key. Amounts are as wide as the bank's fields.
export async function up(db: Kysely<unknown>) {
  await sql`create table bank_files (
    id int unsigned not null auto_increment primary key,
    file_key varchar(120) character set ascii collate ascii_bin not null,
    sha256 char(64) character set ascii collate ascii_bin not null,
    name varchar(200) not null,
    bank char(3) not null,
    format smallint unsigned not null,
    agreement varchar(40) not null,
    sequence varchar(20) not null,
    file_date date null,
    line_count int unsigned not null,
    state varchar(10) not null default 'read',
    \`stored\` varchar(100) not null,
    source varchar(10) not null,
    created_at datetime(3) not null default current_timestamp(3),
    created_by int unsigned null,
    applied_at datetime(3) null,
    applied_by int unsigned null,
    unique key bank_files_key (file_key),
    key bank_files_by_state (state, id),
    constraint bank_files_state check (state in ('read', 'applying', 'applied'))
  ) engine=InnoDB default charset=utf8mb4 collate=utf8mb4_unicode_520_ci`.execute(db)
  await sql`create table bank_file_lines (
    id int unsigned not null auto_increment primary key,
    bank_file_id int unsigned not null,
    line int unsigned not null,
    line_key varchar(130) character set ascii collate ascii_bin not null,
    event_key varchar(110) character set ascii collate ascii_bin not null,
    applied_event_key varchar(110) character set ascii collate ascii_bin null,
    occurrence varchar(5) not null,
    meaning varchar(25) not null,
    our_number varchar(25) not null,
    slip_number varchar(25) not null,
    wallet varchar(5) not null,
    document_number varchar(25) not null,
    boleto_id int unsigned null,
    value bigint unsigned not null,
    received bigint unsigned not null,
    paid bigint unsigned null,
    fee bigint unsigned not null,
    occurrence_date date null,
    credit_date date null,
    due_date date null,
    reasons varchar(40) not null,
    outcome varchar(25) null,
    applied_at datetime(3) null,
    unique key bank_file_lines_key (line_key),
    unique key bank_file_lines_event (applied_event_key),
    key bank_file_lines_open (bank_file_id, outcome, line),
    key bank_file_lines_of_slip (boleto_id, bank_file_id, line),
    constraint bank_file_lines_file_fk foreign key (bank_file_id) references bank_files (id),
    constraint bank_file_lines_slip_fk foreign key (boleto_id) references boletos (id)
  ) engine=InnoDB default charset=utf8mb4 collate=utf8mb4_unicode_520_ci`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`drop table bank_file_lines`.execute(db)
  await sql`drop table bank_files`.execute(db)
}
