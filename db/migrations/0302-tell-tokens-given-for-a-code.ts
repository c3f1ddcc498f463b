import { type Kysely, sql } from 'kysely'

// True: the token was issued with a second-factor code, without which it does not work where there is one (D125).
export async function up(db: Kysely<unknown>) {
  await sql`alter table sessions add column has_code boolean not null default false`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`alter table sessions drop column has_code`.execute(db)
}
