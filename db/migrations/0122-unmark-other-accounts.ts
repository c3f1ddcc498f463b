import { type Kysely, sql } from 'kysely'

// 0132 once marked whatever ends in ".test".
export async function up<T>(db: Kysely<T>) {
  await sql`update users set is_demonstration = false
    where is_demonstration and email like '%.test' and email not like '%@aeropub.test'
    and email not like '%@exemplo.test' and email not like '%@muitos.test'`.execute(db)
}

export async function down(_db: Kysely<unknown>) {
  // Who was marked by mistake is not known any more.
}
