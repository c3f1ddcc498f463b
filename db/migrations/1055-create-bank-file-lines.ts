import { type Kysely, sql } from 'kysely'

// applied_event_key counts money once if two files report it. Amounts are as wide as the bank's fields.
export async function up(db: Kysely<unknown>) {
  await sql`create table if not exists bank_file_lines (
    id int unsigned not null auto_increment,
    bank_file_id int unsigned not null,
    line int unsigned not null,
    line_key varchar(130) character set ascii collate ascii_bin not null,
    event_key varchar(110) character set ascii collate ascii_bin not null,
    applied_event_key varchar(110) character set ascii collate ascii_bin null,
    occurrence varchar(5) not null,
    meaning varchar(25) not null,
    our_number varchar(25) not null,
    boleto_number varchar(25) not null,
    number_range varchar(40) character set ascii collate ascii_bin null,
    wallet varchar(5) not null,
    document_number varchar(25) not null,
    control varchar(25) not null default '',
    payer_name varchar(40) not null default '',
    payer_document varchar(15) not null default '',
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
    primary key (id),
    unique key bank_file_lines_key (line_key),
    unique key bank_file_lines_event (applied_event_key),
    key bank_file_lines_open (bank_file_id, outcome, line),
    key bank_file_lines_of_boleto (boleto_id, bank_file_id, line),
    key bank_file_lines_numbers (number_range, boleto_number),
    key bank_file_lines_by_outcome (outcome, boleto_id),
    constraint bank_file_lines_file_fk foreign key (bank_file_id) references bank_files (id),
    constraint bank_file_lines_boleto_fk foreign key (boleto_id) references boletos (id)
  ) engine=InnoDB default charset=utf8mb4 collate=utf8mb4_unicode_520_ci`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`drop table if exists bank_file_lines`.execute(db)
}
