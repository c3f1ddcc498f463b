import { type RawBuilder, sql } from 'kysely'
import { orderStatus } from '#app/domain/orders/order-status.ts'
import { subscriptionStatus } from '#app/domain/subscriptions/subscription.ts'
import { env } from '#app/env.server.ts'
import { connect } from '#app/models/platform/connection.server.ts'
import { analyzeTables } from './analyze.ts'

const MAX_STATEMENT_MS = 600_000
const { confirmed, cancelled, pendingPayment } = orderStatus
const isOpen = sql`status = ${pendingPayment}`
const recently = sql`now(3) - interval orders.id % 80 day`

/** The rows that other work leaves behind, each made from the orders or users of the database. */
const statements: readonly RawBuilder<unknown>[] = [
  // The shop has cancelled what was not paid, and nobody has changed a profile today.
  sql`update orders set status = ${cancelled} where status not in (${confirmed}, ${cancelled}) and date < current_date - interval 30 day`,
  sql`update profiles set updated_at = updated_at - interval 30 day`,
  sql`insert into boletos (order_id, current_of, issuer, external_id, state, withdrawn_at, withdrawal_reason, reference,
      bank, agency_and_code, wallet, number_range, our_number, our_number_printed, document_number, document_date,
      due_date, value, barcode, line, checked_at, created_at)
    select id, id, if(id % 2, 'own-bank', 'asaas'), if(id % 2, null, concat('pay_', id)),
      if(status = ${confirmed}, 'paid', 'registered'), if(${isOpen}, null, date),
      case status when ${confirmed} then 'order-paid' when ${cancelled} then 'order-cancelled' end, concat('bulk-', id),
      '001', '1234/123', '17', if(id % 2, '001/7654321', null), id, id, id, date,
      if(${isOpen}, current_date, date) + interval 7 day, total, lpad(id, 44, '0'), lpad(id, 47, '0'), now(3), date
    from orders where not exists (select 1 from boletos where order_id = orders.id)`,
  sql`insert into payments (event_key, source, boleto_id, order_id, value, paid_on, credited_on, checked_at, created_at)
    select concat('bulk-', boletos.id), if(issuer = 'own-bank', 'bank-file', 'gateway'), boletos.id, order_id, value,
      document_date, if(document_date < current_date, least(document_date + interval 2 day, current_date), null),
      now(3), document_date
    from boletos where state = 'paid' and reference like 'bulk-%'`,
  sql`insert ignore into outbox (job, subject, published_at, done_at, created_at)
    select 'mail-order-received', id, ${recently}, ${recently}, ${recently} from orders`,
  sql`insert into mails (outbox_id, job, subject_ref, user_id, to_address, subject, state, sent_at, created_at)
    select orders.id + 1000000000, 'mail-order-received', orders.id, user_id, concat('cliente-', user_id, '@muitos.test'),
      'Pedido recebido', 'sent', ${recently}, ${recently}
    from orders join profiles on profiles.id = profile_id`,
  sql`insert into history (entity, entity_id, action, created_at)
    select entity, orders.id, 'changed', orders.date
    from orders join (select 'boleto' as entity union all select 'payment' union all select 'subscription') as entities`,
  sql`insert into gateway_events (event_id, name, external_id, received_at, outcome, processed_at)
    select concat('bulk-', id), 'PAYMENT_RECEIVED', concat('pay_', id), ${recently}, 'known', ${recently} from orders`,
  sql`insert into webhook_deliveries (endpoint_id, event, event_id, entity_id, body, delivered_at, created_at)
    select 1, 'order.paid', concat('bulk-', id), id, '{}', ${recently}, now(3) - interval id % 7 day from orders`,
  sql`insert into photos (name, user_id, type, bytes, width, height, created_at, claimed_at)
    select concat('bulk-', lpad(orders.id, 31, '0')), user_id, 'image/jpeg', 1, 1, 1, date, date
    from orders join profiles on profiles.id = profile_id`,
  sql`insert into prepared_files (kind, user_id, request_hash, facts, name, type, file, created_at, ready_at, expires_at)
    select 'copy', user_id, sha2(concat('bulk-', subscriptions.id), 256), '{}', 'copy.pdf', 'application/pdf',
      concat('bulk-', subscriptions.id), starts_on, starts_on, now(3) + interval 1 year
    from subscriptions join profiles on profiles.id = profile_id where status = ${subscriptionStatus.downloadReleased}`,
  sql`insert into copies (profile_id, publication_id, revision_id, subscription_id, number, prepared_file_id, stamp, made_on)
    select profile_id, subscriptions.publication_id, revisions.id, subscriptions.id, subscriptions.id,
      prepared_files.id, '{}', starts_on
    from prepared_files
    join subscriptions on subscriptions.id = substr(file, 6)
    join revisions on revisions.publication_id = subscriptions.publication_id and not exists (
      select 1 from revisions as newer where newer.publication_id = revisions.publication_id and newer.id > revisions.id)
    where prepared_files.file like 'bulk-%'`,
  sql`insert into downloads (copy_id, user_id, bytes, is_stamped)
    select copies.id, user_id, 1, 1 from copies join profiles on profiles.id = profile_id`,
  sql`insert into sessions (token_hash, user_id, last_seen_at, expires_at)
    select sha2(concat('bulk-', id), 256), id, now(3), now(3) + interval 30 day from users`,
  sql`insert into security_events (at, kind, user_id, account_id)
    select now(3) - interval id % 180 day, 'login', id, id from users`,
  sql`insert into carts (key_hash, user_id) select sha2(concat('bulk-', id), 256), id from users
    where not exists (select 1 from carts where user_id = users.id)`,
  // Every hundredth account is removed, and its old orders are anonymised.
  sql`insert into deletion_requests (user_id, due_at, done_at) select id, now(3), now(3) from users where id % 100 = 7`,
  sql`update orders join profiles on profiles.id = profile_id set anonymised_at = now(3)
    where user_id % 100 = 7 and date < current_date - interval 4 year`,
]

/** Adds boletos, payments, mails, copies and further rows for all orders and users, within the database. */
export async function addPapers(): Promise<void> {
  const patientDb = connect(env.DATABASE_URL, { queryTimeoutMs: MAX_STATEMENT_MS })
  try {
    for (const statement of statements) await statement.execute(patientDb)
    await analyzeTables(patientDb)
  } finally {
    await patientDb.destroy()
  }
}
