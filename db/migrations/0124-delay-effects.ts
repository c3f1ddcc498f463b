import { type Kysely, sql } from 'kysely'

// Effects promised now for later, the provider whose failure holds one up, and how often that was no fault of the provider.
export async function up(db: Kysely<unknown>) {
  await sql`alter table outbox
    add column not_before datetime(3) null,
    add column provider varchar(20) null,
    add column failed_at datetime(3) null,
    add column lone_failures int unsigned not null default 0,
    add key outbox_provider (provider, done_at, refused_at, published_at)`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`alter table outbox drop key outbox_provider, drop column not_before, drop column provider,
    drop column failed_at, drop column lone_failures`.execute(db)
}
