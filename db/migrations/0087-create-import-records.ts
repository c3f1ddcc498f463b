import { type Kysely, sql } from 'kysely'

// One record of the source as it was read. `problems`: why it cannot come, by field. A record read again replaces
// itself unless it was applied.
export async function up(db: Kysely<unknown>) {
  await sql`create table import_records (
    id bigint unsigned not null auto_increment,
    import_id int unsigned not null,
    kind enum('publications', 'profiles', 'orders', 'signatures', 'expeditions') not null,
    legacy_id int unsigned null,
    place varchar(60) not null,
    body mediumtext not null,
    state enum('read', 'ready', 'refused', 'applied') not null default 'read',
    problems text null,
    primary key (id),
    unique key import_records_number (import_id, kind, legacy_id),
    key import_records_state (import_id, kind, state, id),
    constraint import_records_import_fk foreign key (import_id) references imports (id)
  ) engine=InnoDB default charset=utf8mb4 collate=utf8mb4_unicode_520_ci`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`drop table import_records`.execute(db)
}
