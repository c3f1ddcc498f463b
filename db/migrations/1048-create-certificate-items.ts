import { type Kysely, sql } from 'kysely'

// Stores the certificate's text for each subscription; the validity is read from the subscription itself.
export async function up(db: Kysely<unknown>) {
  await sql`create table if not exists certificate_items (
    id int unsigned not null auto_increment,
    certificate_id int unsigned not null,
    subscription_id int unsigned not null,
    name varchar(150) not null,
    version varchar(30) not null,
    version_date date not null,
    airplane_registration varchar(10) null,
    airplane_serial_number varchar(30) null,
    due date not null,
    primary key (id),
    unique key certificate_items_subscription (certificate_id, subscription_id),
    key certificate_items_of_subscription (subscription_id),
    constraint certificate_items_certificate_fk foreign key (certificate_id) references certificates (id),
    constraint certificate_items_subscription_fk foreign key (subscription_id) references subscriptions (id)
  ) engine=InnoDB default charset=utf8mb4 collate=utf8mb4_unicode_520_ci`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`drop table if exists certificate_items`.execute(db)
}
