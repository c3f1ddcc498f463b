import { type Kysely, sql } from 'kysely'

// False: mails about a company's orders do not go to the colleague who ordered (D191).
export async function up(db: Kysely<unknown>) {
  await sql`alter table profiles add column mails_colleagues boolean not null default true`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`alter table profiles drop column mails_colleagues`.execute(db)
}
