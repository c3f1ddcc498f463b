import { type Kysely, sql } from 'kysely'

// What a copy was sold as decides what its payment releases, even if the publication has changed since.
export async function up(db: Kysely<unknown>) {
  await sql`alter table order_lines
    add column is_signature tinyint(1) not null default 0 after value,
    add column is_download tinyint(1) not null default 0 after is_signature,
    add column is_sent_immediately tinyint(1) not null default 1 after is_download`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`alter table order_lines
    drop column is_sent_immediately, drop column is_download, drop column is_signature`.execute(db)
}
