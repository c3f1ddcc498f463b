import { type Kysely, sql } from 'kysely'

// When the buyer was told of the order without its boleto, so that the boleto comes in a mail of its own (D70).
export async function up(db: Kysely<unknown>) {
  await sql`alter table orders add column boleto_promised_at datetime(3) null`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`alter table orders drop column boleto_promised_at`.execute(db)
}
