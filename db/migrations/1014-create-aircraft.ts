import { type Kysely, sql } from 'kysely'

// Aircraft are saved for the next purchase; order lines store their own copy of the data.
export async function up(db: Kysely<unknown>) {
  await sql`create table if not exists aircraft (
    id int unsigned not null auto_increment,
    profile_id int unsigned not null,
    registration varchar(10) not null,
    is_foreign tinyint(1) not null default 0,
    serial_number varchar(30) null,
    fuel_type tinyint unsigned not null default 0,
    nickname varchar(60) null,
    created_at datetime(3) not null default current_timestamp(3),
    primary key (id),
    unique key aircraft_of_profile (profile_id, registration),
    constraint aircraft_profile_fk foreign key (profile_id) references profiles (id),
    constraint aircraft_fuel check (fuel_type between 0 and 3)
  ) engine=InnoDB default charset=utf8mb4 collate=utf8mb4_unicode_520_ci`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`drop table if exists aircraft`.execute(db)
}
