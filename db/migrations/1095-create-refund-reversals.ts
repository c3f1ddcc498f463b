import { type Kysely, sql } from 'kysely'

// A reversal corrects a refund recorded by mistake, since refunds are never changed.
export async function up(db: Kysely<unknown>) {
  await sql`create table if not exists refund_reversals (
    id int unsigned not null auto_increment,
    refund_id int unsigned not null,
    reversed_on date not null,
    reason varchar(500) not null,
    created_at datetime(3) not null default current_timestamp(3),
    created_by int unsigned not null,
    primary key (id),
    unique key refund_reversals_refund (refund_id),
    key refund_reversals_by_day (reversed_on, id),
    constraint refund_reversals_refund_fk foreign key (refund_id) references refunds (id)
  ) engine=InnoDB default charset=utf8mb4 collate=utf8mb4_unicode_520_ci`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`drop table if exists refund_reversals`.execute(db)
}
