import { type Kysely, sql } from 'kysely'

// Demonstrations from before the mark. No mail reaches ".test" (RFC 2606), so nobody's own account ends like that.
export async function up(db: Kysely<unknown>) {
  await sql`update users set is_demonstration = true where email like '%.test'`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`update users set is_demonstration = false`.execute(db)
}
