import { type Kysely, sql } from 'kysely'

// The id is the sender's protocol number. form_hash detects a repeated form. user_id is set only if the
// sender was logged in, since an e-mail alone proves no identity.
export async function up(db: Kysely<unknown>) {
  await sql`create table if not exists contact_messages (
    id int unsigned not null auto_increment,
    user_id int unsigned null,
    form_hash char(64) collate utf8mb4_bin not null,
    created_at datetime(3) not null default current_timestamp(3),
    name varchar(150) not null,
    email varchar(254) not null,
    phone varchar(11) null,
    text text not null,
    subject varchar(40) not null,
    handled_at datetime(3) null,
    handled_by_user_id int unsigned null,
    primary key (id),
    unique key contact_messages_form (form_hash),
    key contact_messages_open (handled_at, id),
    key contact_messages_user (user_id),
    constraint contact_messages_user_fk foreign key (user_id) references users (id),
    constraint contact_messages_handler_fk foreign key (handled_by_user_id) references users (id)
  ) engine=InnoDB default charset=utf8mb4 collate=utf8mb4_unicode_520_ci`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`drop table if exists contact_messages`.execute(db)
}
