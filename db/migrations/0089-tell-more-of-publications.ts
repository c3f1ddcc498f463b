import { type Kysely, sql } from 'kysely'

// contents has one entry per line.
export async function up(db: Kysely<unknown>) {
  await sql`alter table publications
    add column kind varchar(20) not null default 'other',
    add column description varchar(2000) null,
    add column contents text null`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`alter table publications drop column kind, drop column description, drop column contents`.execute(
    db,
  )
}
