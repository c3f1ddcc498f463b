import { type Kysely, sql } from 'kysely'

// Sums of the freight of orders (D39, D136); 32 bits end at R$ 42.949.672,95.
export async function up(db: Kysely<unknown>) {
  await sql`alter table shipments modify column value bigint unsigned not null default 0`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`alter table shipments modify column value int unsigned not null default 0`.execute(db)
}
