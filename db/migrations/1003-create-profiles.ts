import { type Kysely, sql } from 'kysely'

// Lists sort by the displayed name: the company's, else the person's. Several profiles may have the same
// document. contributor: 1, 2 or 9 if staff correct what the IE implies (D140). legacy_id: number in the
// former system. mails_colleagues: false if mails about a company's orders do not go to the colleague who
// ordered (D191). lock_version counts saves: a form with an older number is rejected.
export async function up(db: Kysely<unknown>) {
  await sql`create table if not exists profiles (
    id int unsigned not null auto_increment,
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
    lock_version int unsigned not null default 0,
    shown_name varchar(150) as (if(is_company and company_name <> '',company_name,name)) virtual,
    legacy_id int unsigned null,
    contributor char(1) collate ascii_bin null,
    mails_colleagues boolean not null default true,
    updated_at datetime(3) not null default current_timestamp(3) on update current_timestamp(3),
    primary key (id),
    unique key profiles_user (user_id),
    key profiles_name (name),
    key profiles_company_name (company_name),
    key profiles_billing_fk (billing_address_id),
    key profiles_shipping_fk (shipping_address_id),
    key profiles_partner (is_partner),
    key profiles_cpf (cpf),
    key profiles_cnpj (cnpj),
    key profiles_shown_name (shown_name),
    unique key profiles_legacy (legacy_id),
    key profiles_updated (updated_at),
    constraint profiles_billing_fk foreign key (billing_address_id) references addresses (id),
    constraint profiles_shipping_fk foreign key (shipping_address_id) references addresses (id),
    constraint profiles_user_fk foreign key (user_id) references users (id)
  ) engine=InnoDB default charset=utf8mb4 collate=utf8mb4_unicode_520_ci`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`drop table if exists profiles`.execute(db)
}
