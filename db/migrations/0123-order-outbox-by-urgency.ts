import { type Kysely, sql } from 'kysely'

// Open rows are published in the order of due_by, so that what somebody waits for overtakes what goes to many (D117).
// Workers of an earlier version write no due_by: their rows are due at once.
export async function up(db: Kysely<unknown>) {
  await sql`alter table outbox
    add column due_by datetime(3) not null default current_timestamp(3),
    add key outbox_due (done_at, refused_at, published_at, due_by),
    drop key outbox_open`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`alter table outbox
    add key outbox_open (done_at, refused_at, published_at, id),
    drop key outbox_due,
    drop column due_by`.execute(db)
}
