import { type Kysely, sql } from 'kysely'

// A copy of a revision's file for one customer. subscription_id: null for a partner. person_user_id: the
// colleague named in the stamp, so that it can be erased with the person.
export async function up(db: Kysely<unknown>) {
  await sql`create table if not exists copies (
    id int unsigned not null auto_increment,
    profile_id int unsigned not null,
    publication_id int unsigned not null,
    revision_id int unsigned not null,
    subscription_id int unsigned null,
    number int unsigned not null,
    prepared_file_id int unsigned not null,
    stamp text not null,
    made_on date not null,
    created_at datetime(3) not null default current_timestamp(3),
    person_user_id int unsigned null,
    primary key (id),
    unique key copies_number (profile_id, publication_id, number),
    key copies_of_subscription (subscription_id, revision_id),
    key copies_of_revision (revision_id),
    key copies_prepared_file (prepared_file_id),
    key copies_publication_fk (publication_id),
    constraint copies_profile_fk foreign key (profile_id) references profiles (id),
    constraint copies_publication_fk foreign key (publication_id) references publications (id),
    constraint copies_revision_fk foreign key (revision_id) references revisions (id),
    constraint copies_subscription_fk foreign key (subscription_id) references subscriptions (id),
    constraint copies_person_fk foreign key (person_user_id) references users (id)
  ) engine=InnoDB default charset=utf8mb4 collate=utf8mb4_unicode_520_ci`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`drop table if exists copies`.execute(db)
}
