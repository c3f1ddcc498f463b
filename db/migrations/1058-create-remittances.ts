import { type Kysely, sql } from 'kysely'

// A file is stored as it was sent. reply: the bank's reply to the whole file, before it processes the
// boletos.
export async function up(db: Kysely<unknown>) {
  await sql`create table if not exists remittances (
    id int unsigned not null auto_increment,
    bank char(3) not null,
    format smallint unsigned not null,
    sequence int unsigned not null,
    boletos int unsigned not null,
    content mediumtext not null,
    created_at datetime(3) not null default current_timestamp(3),
    created_by int unsigned not null,
    refused_at datetime(3) null,
    reply varchar(20) character set ascii null,
    reply_text varchar(1000) null,
    replied_at datetime(3) null,
    primary key (id),
    unique key remittances_sequence (bank, sequence),
    key remittances_refusal (reply, refused_at)
  ) engine=InnoDB default charset=utf8mb4 collate=utf8mb4_unicode_520_ci`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`drop table if exists remittances`.execute(db)
}
