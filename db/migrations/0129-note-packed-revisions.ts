import { type Kysely, sql } from 'kysely'

// `packed_version` is what the box holds as far as anybody has said; null only where nobody noted it (D71).
export async function up(db: Kysely<unknown>) {
  await sql`alter table expedition_lines add column packed_version varchar(30) null`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`alter table expedition_lines drop column packed_version`.execute(db)
}
