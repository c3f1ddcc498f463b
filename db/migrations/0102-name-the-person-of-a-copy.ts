import { type Kysely, sql } from 'kysely'

// The stamp has this colleague's name, so that it can be erased with the person.
export async function up(db: Kysely<unknown>) {
  await sql`alter table copies add column person_user_id int unsigned null,
    add constraint copies_person_fk foreign key (person_user_id) references users (id)`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`alter table copies drop foreign key copies_person_fk, drop column person_user_id`.execute(db)
}
