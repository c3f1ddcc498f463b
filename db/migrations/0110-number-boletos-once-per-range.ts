import { type Kysely, sql } from 'kysely'

// A number stands once in its range. A worker of an older version, which numbers boletos by their orders, is refused:
// its task is done by a newer one.
export async function up(db: Kysely<unknown>) {
  await sql`alter table boletos
    add unique key boletos_number_once (number_range, our_number),
    add constraint boletos_own_bank_range check (issuer <> 'own-bank' or number_range is not null)`.execute(
    db,
  )
}

export async function down(db: Kysely<unknown>) {
  await sql`alter table boletos drop constraint boletos_own_bank_range, drop key boletos_number_once`.execute(
    db,
  )
}
