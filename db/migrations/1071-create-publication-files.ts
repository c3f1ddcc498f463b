import { type Kysely, sql } from 'kysely'

// These files are public; files of revisions, which are sold, have their own table. width and height are in pixels.
export async function up(db: Kysely<unknown>) {
  await sql`create table if not exists publication_files (
    id int unsigned not null auto_increment,
    publication_id int unsigned not null,
    kind enum('cover', 'sample') not null,
    file varchar(100) not null,
    name varchar(200) not null,
    type varchar(100) not null,
    bytes int unsigned not null,
    width smallint unsigned null,
    height smallint unsigned null,
    created_at datetime(3) not null default current_timestamp(3),
    primary key (id),
    unique key publication_files_kind (publication_id, kind),
    constraint publication_files_publication_fk foreign key (publication_id) references publications (id)
  ) engine=InnoDB default charset=utf8mb4 collate=utf8mb4_unicode_520_ci`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`drop table if exists publication_files`.execute(db)
}
