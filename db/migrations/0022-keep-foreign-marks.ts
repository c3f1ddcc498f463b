import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>) {
  await sql`alter table order_lines
    add column airplane_is_foreign tinyint(1) not null default 0 after airplane_prefix,
    add column photo char(36) collate utf8mb4_bin null,
    add key order_lines_prefix (airplane_prefix)`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`alter table order_lines
    drop key order_lines_prefix,
    drop column photo,
    drop column airplane_is_foreign`.execute(db)
}
