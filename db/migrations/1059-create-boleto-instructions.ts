import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>) {
  await sql`create table if not exists boleto_instructions (
    id int unsigned not null auto_increment,
    boleto_id int unsigned not null,
    instruction varchar(20) not null,
    remittance_id int unsigned null,
    withdrawn_at datetime(3) null,
    created_at datetime(3) not null default current_timestamp(3),
    primary key (id),
    key boleto_instructions_of_boleto (boleto_id),
    key boleto_instructions_waiting (remittance_id, withdrawn_at),
    constraint boleto_instructions_remittance_fk foreign key (remittance_id) references remittances (id),
    constraint boleto_instructions_boleto_fk foreign key (boleto_id) references boletos (id)
  ) engine=InnoDB default charset=utf8mb4 collate=utf8mb4_unicode_520_ci`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`drop table if exists boleto_instructions`.execute(db)
}
