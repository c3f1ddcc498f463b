import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>) {
  await sql`alter table shipping_quotes add key shipping_quotes_age (expires_at)`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`alter table shipping_quotes drop key shipping_quotes_age`.execute(db)
}
