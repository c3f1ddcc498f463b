import { type Kysely, sql } from 'kysely'

// The secret signs deliveries, so it is stored unencrypted; no page shows it twice. The old secret also signs
// until old_secret_until. events is separated by commas. form_key prevents a repeated form from creating two.
export async function up(db: Kysely<unknown>) {
  await sql`create table if not exists webhook_endpoints (
    id int unsigned not null auto_increment,
    address varchar(500) not null,
    description varchar(100) not null,
    secret varchar(80) collate utf8mb4_bin not null,
    events varchar(400) not null,
    is_active boolean not null default true,
    created_by int unsigned not null,
    created_at datetime(3) not null default current_timestamp(3),
    form_key char(32) null,
    lock_version int unsigned not null default 0,
    old_secret varchar(80) collate utf8mb4_bin null,
    old_secret_until datetime(3) null,
    primary key (id),
    unique key webhook_endpoints_form (form_key)
  ) engine=InnoDB default charset=utf8mb4 collate=utf8mb4_unicode_520_ci`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`drop table if exists webhook_endpoints`.execute(db)
}
