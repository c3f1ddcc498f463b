import { type Kysely, sql } from 'kysely'

// Who was logged in when the message was sent; an e-mail alone says nothing about who wrote it.
export async function up(db: Kysely<unknown>) {
  await sql`alter table contact_messages
    add column user_id int unsigned null after id,
    add key contact_messages_user (user_id),
    add constraint contact_messages_user_fk foreign key (user_id) references users (id)`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`alter table contact_messages
    drop foreign key contact_messages_user_fk, drop key contact_messages_user, drop column user_id`.execute(
    db,
  )
}
