import { type Kysely, sql } from 'kysely'

// The bank's key makes each file unique. numbers_through: the number to which the file raised ours. doubts:
// totals of the file that do not match, for staff to decide (D135).
export async function up(db: Kysely<unknown>) {
  await sql`create table if not exists bank_files (
    id int unsigned not null auto_increment,
    file_key varchar(120) character set ascii collate ascii_bin not null,
    sha256 char(64) character set ascii collate ascii_bin not null,
    name varchar(200) not null,
    bank char(3) not null,
    format smallint unsigned not null,
    agreement varchar(40) not null,
    sequence varchar(20) not null,
    file_date date null,
    line_count int unsigned not null,
    numbers_through bigint unsigned null,
    state varchar(10) not null default 'read',
    stored_name varchar(100) not null,
    source varchar(10) not null,
    created_at datetime(3) not null default current_timestamp(3),
    created_by int unsigned null,
    applied_at datetime(3) null,
    applied_by int unsigned null,
    doubts text null,
    primary key (id),
    unique key bank_files_key (file_key),
    key bank_files_by_state (state, id),
    constraint bank_files_state check (state in ('read', 'applying', 'applied'))
  ) engine=InnoDB default charset=utf8mb4 collate=utf8mb4_unicode_520_ci`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`drop table if exists bank_files`.execute(db)
}
