import { type Kysely, sql } from 'kysely'

// user_id: null for everybody. request_hash is equal for repeated requests of a file. for_profile_id: user_id
// opens the file only while acting for this company; null for the own account.
export async function up(db: Kysely<unknown>) {
  await sql`create table if not exists prepared_files (
    id int unsigned not null auto_increment,
    kind varchar(30) not null,
    user_id int unsigned null,
    request_hash char(64) collate utf8mb4_bin not null,
    facts text not null,
    name varchar(200) not null,
    type varchar(100) not null,
    file varchar(100) null,
    bytes bigint unsigned null,
    done int unsigned not null default 0,
    total int unsigned not null default 0,
    created_at datetime(3) not null default current_timestamp(3),
    ready_at datetime(3) null,
    failed_at datetime(3) null,
    expires_at datetime(3) not null,
    for_profile_id int unsigned null,
    primary key (id),
    unique key prepared_files_request (request_hash),
    key prepared_files_user (user_id),
    key prepared_files_expiry (expires_at),
    key prepared_files_file (file),
    constraint prepared_files_user_fk foreign key (user_id) references users (id),
    constraint prepared_files_for_profile_fk foreign key (for_profile_id) references profiles (id)
  ) engine=InnoDB default charset=utf8mb4 collate=utf8mb4_unicode_520_ci`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`drop table if exists prepared_files`.execute(db)
}
