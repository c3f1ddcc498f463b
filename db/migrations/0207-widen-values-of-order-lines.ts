import { type Kysely, sql } from 'kysely'

// Imported orders have lines of any price (D136); 32 bits end at R$ 42.949.672,95.
export async function up(db: Kysely<unknown>) {
  await sql`alter table order_lines modify column value bigint unsigned not null`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`alter table order_lines modify column value int unsigned not null`.execute(db)
}
