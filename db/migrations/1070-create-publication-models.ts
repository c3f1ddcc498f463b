import { type Kysely, sql } from 'kysely'

// A row without serial numbers covers all aircraft of the model; with only one, the range is open on the other side.
export async function up(db: Kysely<unknown>) {
  await sql`create table if not exists publication_models (
    id int unsigned not null auto_increment,
    publication_id int unsigned not null,
    model varchar(40) not null,
    serial_from varchar(30) null,
    serial_to varchar(30) null,
    primary key (id),
    key publication_models_model (model, publication_id),
    constraint publication_models_publication_fk foreign key (publication_id) references publications (id)
  ) engine=InnoDB default charset=utf8mb4 collate=utf8mb4_unicode_520_ci`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`drop table if exists publication_models`.execute(db)
}
