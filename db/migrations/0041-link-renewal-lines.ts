import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>) {
  await sql`alter table order_lines
    add column renews_subscription_id int unsigned null after publication_id,
    add key order_lines_renewing (renews_subscription_id, order_id),
    add constraint order_lines_renewing_fk foreign key (renews_subscription_id) references subscriptions (id)`.execute(
    db,
  )
}

export async function down(db: Kysely<unknown>) {
  await sql`alter table order_lines
    drop foreign key order_lines_renewing_fk,
    drop key order_lines_renewing,
    drop column renews_subscription_id`.execute(db)
}
