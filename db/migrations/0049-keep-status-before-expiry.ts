import { type Kysely, sql } from 'kysely'

// What a subscription was before it expired comes back when its due date is moved forward (D34).
export async function up(db: Kysely<unknown>) {
  await sql`alter table subscriptions
    add column status_before_expiry tinyint unsigned null after status,
    add column expired_on date null after status_before_expiry,
    add key subscriptions_expired (expired_on, status_before_expiry)`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`alter table subscriptions
    drop key subscriptions_expired, drop column expired_on, drop column status_before_expiry`.execute(db)
}
