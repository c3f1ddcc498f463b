import { type Kysely, sql } from 'kysely'

// Demonstrations from before the mark, by the addresses that only seed and generator use. Whoever typed another address
// of ".test" into the shop keeps the account.
export async function up<T>(db: Kysely<T>) {
  await sql`update users set is_demonstration = true
    where email like '%@aeropub.test' or email like '%@exemplo.test' or email like '%@muitos.test'`.execute(
    db,
  )
}

export async function down(db: Kysely<unknown>) {
  await sql`update users set is_demonstration = false`.execute(db)
}
