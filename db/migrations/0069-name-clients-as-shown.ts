import { type Kysely, sql } from 'kysely'

// A client is shown as company, else as person; lists are sorted by that.
export async function up(db: Kysely<unknown>) {
  await sql`alter table profiles
    add column shown_name varchar(150) as (if(is_company and company_name <> '', company_name, name)) virtual,
    add key profiles_shown_name (shown_name)`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`alter table profiles drop key profiles_shown_name, drop column shown_name`.execute(db)
}
