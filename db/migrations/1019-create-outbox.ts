import { type Kysely, sql } from 'kysely'

// due_by sorts effects that a person waits for before mass mailings (D117). uncertain_at: an effect of a
// restored backup that may have run before; it waits for staff (D112).
export async function up(db: Kysely<unknown>) {
  await sql`create table if not exists outbox (
    id bigint unsigned not null auto_increment,
    job varchar(40) not null,
    subject varchar(40) collate utf8mb4_bin not null,
    attempts int unsigned not null default 0,
    requeues int unsigned not null default 0,
    last_error varchar(300) null,
    created_at datetime(3) not null default current_timestamp(3),
    published_at datetime(3) null,
    lease_until datetime(3) null,
    done_at datetime(3) null,
    refused_at datetime(3) null,
    not_before datetime(3) null,
    provider varchar(20) null,
    failed_at datetime(3) null,
    lone_failures int unsigned not null default 0,
    uncertain_at datetime(3) null,
    due_by datetime(3) not null default current_timestamp(3),
    primary key (id),
    unique key outbox_effect (job, subject),
    key outbox_provider (provider, done_at, refused_at, published_at),
    key outbox_uncertain (uncertain_at, job, id),
    key outbox_due (done_at, refused_at, published_at, due_by)
  ) engine=InnoDB default charset=utf8mb4 collate=utf8mb4_unicode_520_ci`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`drop table if exists outbox`.execute(db)
}
