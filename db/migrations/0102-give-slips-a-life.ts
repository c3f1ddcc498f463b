import { type Kysely, sql } from 'kysely'

// An order can have several slips, one after the other: `current_of` names the order of its newest one. What there is
// under the bank's agreement may have been sent or not; its state is not known, so it counts as made.
export async function up(db: Kysely<unknown>) {
  await sql`alter table boletos
    add column ordinal tinyint unsigned not null default 0 after order_id,
    add column current_of int unsigned null after ordinal,
    add column state varchar(15) not null default 'made' after issuer,
    add column state_at datetime(3) not null default current_timestamp(3) after state,
    add column retired_at datetime(3) null after state_at,
    add column retired_why varchar(20) null after retired_at,
    add column reference varchar(40) null after retired_why,
    add column external_id varchar(60) null after reference,
    add column pix_payload varchar(1000) null after line,
    add column rejection varchar(100) null after pix_payload,
    add column checked_at datetime(3) null after rejection`.execute(db)
  await sql`update boletos set current_of = order_id, reference = concat('pedido-', order_id, '-0'), state_at = created_at`.execute(
    db,
  )
  await sql`alter table boletos
    modify column reference varchar(40) not null,
    add unique key boletos_ordinal (order_id, ordinal),
    add unique key boletos_current (current_of),
    add unique key boletos_reference (reference),
    add unique key boletos_external (issuer, external_id),
    add key boletos_number (our_number, bank),
    add key boletos_by_state (state, due_date),
    add key boletos_checked (issuer, state, checked_at)`.execute(db)
  await sql`alter table boletos drop key boletos_order`.execute(db)
  await sql`alter table orders add column slip_due_on date null`.execute(db)
}

export async function down(db: Kysely<unknown>) {
  await sql`alter table orders drop column slip_due_on`.execute(db)
  await sql`delete from boletos where current_of is null`.execute(db)
  await sql`alter table boletos add unique key boletos_order (order_id)`.execute(db)
  await sql`alter table boletos
    drop key boletos_ordinal,
    drop key boletos_current,
    drop key boletos_reference,
    drop key boletos_external,
    drop key boletos_number,
    drop key boletos_by_state,
    drop key boletos_checked,
    drop column ordinal, drop column current_of, drop column state, drop column state_at, drop column retired_at,
    drop column retired_why, drop column reference, drop column external_id, drop column pix_payload,
    drop column rejection, drop column checked_at`.execute(db)
}
