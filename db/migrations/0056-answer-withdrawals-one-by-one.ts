import { type Kysely, sql } from 'kysely'

// Each set of copies has a request of its own, so several may be open; what the company answered decides what is sent.
export async function up(db: Kysely<unknown>) {
  await sql`alter table withdrawal_requests
    add key withdrawal_requests_order (order_id, id),
    add column outcome varchar(10) null,
    add constraint withdrawal_requests_outcome check (outcome in ('accepted', 'refused'))`.execute(db)
  await sql`alter table withdrawal_requests drop key withdrawal_requests_open`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`alter table withdrawal_requests
    add unique key withdrawal_requests_open (order_id, is_open)`.execute(db)
  await sql`alter table withdrawal_requests drop constraint withdrawal_requests_outcome`.execute(db)
  await sql`alter table withdrawal_requests
    drop key withdrawal_requests_order, drop column outcome`.execute(db)
}
