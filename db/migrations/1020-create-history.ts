import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>) {
  await sql`create table if not exists history (
    id bigint unsigned not null auto_increment,
    entity varchar(30) not null,
    entity_id int unsigned not null,
    action varchar(60) not null,
    actor_user_id int unsigned null,
    details text,
    created_at datetime(3) not null default current_timestamp(3),
    primary key (id),
    key history_of_entity (entity, entity_id, id),
    key history_by_actor (actor_user_id, id),
    key history_by_day (created_at)
  ) engine=InnoDB default charset=utf8mb4 collate=utf8mb4_unicode_520_ci`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`drop table if exists history`.execute(db)
}
