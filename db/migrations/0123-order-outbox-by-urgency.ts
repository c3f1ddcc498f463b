import { type Kysely, sql } from 'kysely'

// due_by puts effects that a person waits for before mass mailings (D117).
// Workers of an earlier version do not set it, so their rows are due at once.
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
