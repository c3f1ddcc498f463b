import { type Kysely, sql } from 'kysely'

// A bank file may report any fee (D136); 32 bits end at R$ 42.949.672,95.
export async function up(db: Kysely<unknown>) {
  await sql`alter table payments modify column fee bigint unsigned null`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`alter table payments modify column fee int unsigned null`.execute(db)
}
