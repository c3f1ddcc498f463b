import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>) {
  await sql`create table profiles (
    id int unsigned not null auto_increment primary key,
    user_id int unsigned not null,
    is_company tinyint(1) not null,
    name varchar(150) not null,
    company_name varchar(150) null,
    cpf char(11) null,
    cnpj char(14) null,
    ie varchar(14) null,
    phone varchar(11) null,
    is_partner tinyint(1) not null default 0,
    billing_address_id int unsigned null,
    shipping_address_id int unsigned null,
    created_at datetime(3) not null default current_timestamp(3),
    unique key profiles_user (user_id),
    key profiles_name (name),
    key profiles_company_name (company_name),
    constraint profiles_user_fk foreign key (user_id) references users (id),
    constraint profiles_billing_fk foreign key (billing_address_id) references addresses (id),
    constraint profiles_shipping_fk foreign key (shipping_address_id) references addresses (id)
  ) engine=InnoDB default charset=utf8mb4 collate=utf8mb4_unicode_520_ci`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`drop table profiles`.execute(db)
}
