import { type Kysely, sql } from 'kysely'

// Stores, for a day, a form that arrived after its sender's session had ended (D47, D100).
export async function up(db: Kysely<unknown>) {
  await sql`create table if not exists unsent_forms (
    id int unsigned not null auto_increment,
    user_id int unsigned not null,
    member_id int unsigned null,
    page varchar(1000) collate utf8mb4_bin not null,
    address varchar(1000) collate utf8mb4_bin not null,
    is_multipart boolean not null,
    data mediumtext not null,
    created_at datetime(3) not null default current_timestamp(3),
    primary key (id),
    key unsent_forms_user (user_id, id),
    key unsent_forms_created (created_at),
    constraint unsent_forms_member_fk foreign key (member_id) references company_members (id) on delete cascade,
    constraint unsent_forms_user_fk foreign key (user_id) references users (id)
  ) engine=InnoDB default charset=utf8mb4 collate=utf8mb4_unicode_520_ci`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`drop table if exists unsent_forms`.execute(db)
}
