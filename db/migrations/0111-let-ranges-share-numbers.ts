import { type Kysely, sql } from 'kysely'

// Two agreements of one bank may both have a boleto 1 in their wallets of the same name.
export async function up(db: Kysely<unknown>) {
  await sql`alter table boletos drop key boletos_our_number`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`alter table boletos add unique key boletos_our_number (bank, wallet, our_number)`.execute(db)
}
