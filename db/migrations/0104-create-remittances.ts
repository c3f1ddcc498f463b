import { type Kysely, sql } from 'kysely'

// What the bank is to be told of slips, and the files that told it; a file is kept as it was made.
export async function up(db: Kysely<unknown>) {
  await sql`create table remittances (
    id int unsigned not null auto_increment primary key,
    bank char(3) not null,
    format smallint unsigned not null,
    sequence int unsigned not null,
    slips int unsigned not null,
    content mediumtext not null,
    created_at datetime(3) not null default current_timestamp(3),
    created_by int unsigned not null,
    refused_at datetime(3) null,
    unique key remittances_sequence (bank, sequence)
  ) engine=InnoDB default charset=utf8mb4 collate=utf8mb4_unicode_520_ci`.execute(db)
  await sql`create table slip_instructions (
    id int unsigned not null auto_increment primary key,
    boleto_id int unsigned not null,
    instruction varchar(20) not null,
    remittance_id int unsigned null,
    withdrawn_at datetime(3) null,
    created_at datetime(3) not null default current_timestamp(3),
    key slip_instructions_of_slip (boleto_id),
    key slip_instructions_waiting (remittance_id, withdrawn_at),
    constraint slip_instructions_slip_fk foreign key (boleto_id) references boletos (id),
    constraint slip_instructions_remittance_fk foreign key (remittance_id) references remittances (id)
  ) engine=InnoDB default charset=utf8mb4 collate=utf8mb4_unicode_520_ci`.execute(db)
  await sql`insert into slip_instructions (boleto_id, instruction)
    select boletos.id, 'register' from boletos join orders on orders.id = boletos.order_id where orders.status = 1`.execute(
    db,
  )
}

export async function down(db: Kysely<unknown>) {
  await sql`drop table slip_instructions`.execute(db)
  await sql`drop table remittances`.execute(db)
}
