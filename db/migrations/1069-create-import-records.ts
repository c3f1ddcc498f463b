import { type Kysely, sql } from 'kysely'

// A record that is read again replaces itself unless it was applied. `repeated`: a pass contained it twice.
// `amount` is in centavos. No two records may share a `key_text`, and no two lines an `other_key`. changes:
// old and new value by field; null for a new record.
export async function up(db: Kysely<unknown>) {
  await sql`create table if not exists import_records (
    id bigint unsigned not null auto_increment,
    import_id int unsigned not null,
    kind enum('publications', 'profiles', 'orders', 'signatures', 'expeditions', 'freight') not null,
    legacy_id int unsigned null,
    pass smallint unsigned not null,
    repeated tinyint(1) not null default 0,
    place varchar(60) not null,
    body mediumtext not null,
    state enum('read', 'ready', 'refused', 'known', 'applied') not null default 'read',
    status tinyint unsigned null,
    amount bigint null,
    key_text varchar(254) null,
    problems text null,
    has_problems tinyint(1) not null default 0,
    other_key varchar(254) null,
    target_id int unsigned null,
    changes text null,
    primary key (id),
    unique key import_records_number (import_id, kind, legacy_id),
    key import_records_state (import_id, kind, state, id),
    key import_records_key (import_id, kind, key_text),
    key import_records_pass (import_id, pass),
    key import_records_problems (import_id, has_problems, id),
    key import_records_totals (import_id, kind, status, amount),
    key import_records_other_key (import_id, kind, other_key),
    constraint import_records_import_fk foreign key (import_id) references imports (id)
  ) engine=InnoDB default charset=utf8mb4 collate=utf8mb4_unicode_520_ci`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`drop table if exists import_records`.execute(db)
}
