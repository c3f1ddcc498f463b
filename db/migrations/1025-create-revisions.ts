import { type Kysely, sql } from 'kysely'

// file is the storage key, file_name the original name. A stored file is removed only after access to it was
// checked.
export async function up(db: Kysely<unknown>) {
  await sql`create table if not exists revisions (
    id int unsigned not null auto_increment,
    publication_id int unsigned not null,
    version varchar(30) not null,
    date date not null,
    changes varchar(2000) null,
    file varchar(100) null,
    file_name varchar(200) null,
    file_type varchar(100) null,
    file_bytes bigint unsigned null,
    created_at datetime(3) not null default current_timestamp(3),
    made_by_user_id int unsigned null,
    file_by_user_id int unsigned null,
    file_at datetime(3) null,
    primary key (id),
    unique key revisions_version (publication_id, version),
    constraint revisions_publication_fk foreign key (publication_id) references publications (id)
  ) engine=InnoDB default charset=utf8mb4 collate=utf8mb4_unicode_520_ci`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`drop table if exists revisions`.execute(db)
}
