import { type Kysely, sql } from 'kysely'

// gateway_key identifies a refund that the gateway reported; its recorder is 0.
export async function up(db: Kysely<unknown>) {
  await sql`alter table refunds
    add column gateway_key varchar(160) character set ascii collate ascii_bin null,
    add unique key refunds_gateway (gateway_key),
    add key refunds_by_day (refunded_on, id)`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`alter table refunds drop key refunds_by_day, drop key refunds_gateway, drop column gateway_key`.execute(
    db,
  )
}
