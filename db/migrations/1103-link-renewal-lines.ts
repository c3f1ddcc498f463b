import { type Kysely, sql } from 'kysely'
import { hasKey } from '#db/has-key.ts'

// A line and the subscription it renews refer to each other, so this key is added last.
export async function up(db: Kysely<unknown>) {
  if (await hasKey(db, 'order_lines', 'order_lines_renewing_fk')) return
  await sql`alter table order_lines
    add constraint order_lines_renewing_fk foreign key (renews_subscription_id) references subscriptions (id)`.execute(
    db,
  )
}

export async function down(db: Kysely<unknown>) {
  await sql`alter table order_lines drop foreign key order_lines_renewing_fk`.execute(db)
}
