import { type Kysely, sql } from 'kysely'

// Totals up to R$ 99.999.999,99 (D136); 32 bits end at R$ 42.949.672,95.
export async function up(db: Kysely<unknown>) {
  await sql`alter table refunds modify column value bigint unsigned not null`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`alter table refunds modify column value int unsigned not null`.execute(db)
}
