import { type Kysely, sql } from 'kysely'

// A refund that staff request. After the bank makes it, `refunds` gets a row.
export async function up(db: Kysely<unknown>) {
  await sql`create table if not exists pix_refunds (
    id int unsigned not null auto_increment,
    payment_id int unsigned not null,
    order_id int unsigned null,
    end_to_end_id varchar(32) character set ascii collate ascii_bin not null,
    refund_key varchar(35) character set ascii collate ascii_bin not null,
    value bigint unsigned not null,
    note varchar(500) null,
    state varchar(20) not null default 'asked',
    state_at datetime(3) not null default current_timestamp(3),
    reason varchar(140) null,
    created_at datetime(3) not null default current_timestamp(3),
    created_by int unsigned not null,
    primary key (id),
    unique key pix_refunds_key (refund_key),
    key pix_refunds_of_payment (payment_id),
    key pix_refunds_of_order (order_id),
    key pix_refunds_open (state),
    constraint pix_refunds_payment_fk foreign key (payment_id) references payments (id)
  ) engine=InnoDB default charset=utf8mb4 collate=utf8mb4_unicode_520_ci`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`drop table if exists pix_refunds`.execute(db)
}
