import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>) {
  await sql`alter table contact_messages
    add column handled_by_user_id int unsigned null,
    add constraint contact_messages_handler_fk foreign key (handled_by_user_id) references users (id)`.execute(
    db,
  )
}

export async function down(db: Kysely<unknown>) {
  await sql`alter table contact_messages
    drop foreign key contact_messages_handler_fk,
    drop key contact_messages_handler_fk,
    drop column handled_by_user_id`.execute(db)
}
