import { type Kysely, sql } from 'kysely'

// `sent_version` is what left, null until it does; `sends_in_force` is the staff's choice for a one-off copy (D71).
export async function up(db: Kysely<unknown>) {
  await sql`alter table expedition_lines
    add column sends_in_force tinyint(1) not null default 0,
    add column sent_version varchar(30) null`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`alter table expedition_lines drop column sends_in_force, drop column sent_version`.execute(db)
}
