import { type Kysely, sql } from 'kysely'

// True: the code of the second factor was given for the token of the API, which works only so where there is one (D125).
export async function up(db: Kysely<unknown>) {
  await sql`alter table sessions add column has_code boolean not null default false`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`alter table sessions drop column has_code`.execute(db)
}
