import { type Kysely, sql } from 'kysely'

// The history of a mail tells the wish of staff; whether it was sent again is told by the log of mails.
export async function up(db: Kysely<unknown>) {
  await sql`update history set action = 'resend-asked' where entity = 'mail' and action = 'resent'`.execute(
    db,
  )
}

export async function down(db: Kysely<unknown>) {
  await sql`update history set action = 'resent' where entity = 'mail' and action = 'resend-asked'`.execute(
    db,
  )
}
