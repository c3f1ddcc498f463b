import { identityColumns } from '#app/domain/accounts/identity.ts'
import { addressFields } from '#app/models/accounts/address.server.ts'
import type { AccountOwner } from '#app/models/accounts/user.server.ts'
import { findOtherRecords } from '#app/models/backoffice/data-export-lists.server.ts'
import { selectOrderFiles } from '#app/models/orders/order-file.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import { nonEmptyIds } from '#app/models/platform/non-empty.ts'

const MAX_ENTRIES = 5_000
const ORDERS_AT_ONCE = 50

/** Returns all personal data except orders, hashes and tokens (LGPD, art. 18, II and V). */
export async function findOwnRecords({ userId, profileId }: AccountOwner) {
  const { billing_address_id, shipping_address_id, ...person } = await findPerson(profileId)
  const [billingAddress, shippingAddress, aircraft, sessions, messages, history, certificates, downloads] =
    await Promise.all([
      findAddress(billing_address_id),
      findAddress(shipping_address_id),
      listAircraft(profileId),
      listSessions(userId),
      listMessages(userId),
      listEvents('user', userId),
      listCertificates(profileId),
      listOwnDownloads(userId),
    ])
  const otherRecords = await findOtherRecords({ userId, profileId })
  return {
    person,
    billingAddress,
    shippingAddress,
    aircraft,
    sessions,
    messages,
    certificates,
    downloads,
    history,
    ...otherRecords,
  }
}

/** Returns at most 50 complete orders with ids above `afterId`. */
export async function listOrdersAfter(profileId: number, afterId: number) {
  const orders = await db
    .selectFrom('orders')
    .select(['id', 'status', 'date', 'total_publications', 'shipping_value', 'total', 'shipping_type'])
    .select([
      'shipping_days',
      'payer_name',
      'payer_ie',
      'payer_contributor',
      'payer_document',
      'reason',
      'note',
      'nfe',
      'purchase_order',
      'terms_version',
      'paid_on',
    ])
    .select(['created_at', 'billing_address_id', 'shipping_address_id'])
    .where('profile_id', '=', profileId)
    .where('id', '>', afterId)
    .orderBy('id')
    .limit(ORDERS_AT_ONCE)
    .execute()
  const completeOrders: Awaited<ReturnType<typeof loadCompleteOrder>>[] = []
  for (const order of orders) completeOrders.push(await loadCompleteOrder(order))
  return completeOrders
}

type OrderAddressIds = { id: number; billing_address_id: number; shipping_address_id: number | null }

async function loadCompleteOrder<OrderRow extends OrderAddressIds>(order: OrderRow) {
  const { billing_address_id, shipping_address_id, ...orderColumns } = order
  const [
    billingAddress,
    shippingAddress,
    boletos,
    lines,
    history,
    shipments,
    withdrawals,
    files,
    photoRequests,
    payments,
    refunds,
    invoices,
    corrections,
  ] = await Promise.all([
    findAddress(billing_address_id),
    findAddress(shipping_address_id),
    listBoletos(order.id),
    listLines(order.id),
    listEvents('order', order.id),
    listShipments(order.id),
    listWithdrawals(order.id),
    listFiles(order.id),
    listPhotoRequests(order.id),
    listPayments(order.id),
    listRefunds(order.id),
    listOrderInvoices(order.id),
    listOrderCorrections(order.id),
  ])
  const records = { shipments, withdrawals, files, photoRequests, payments, refunds, invoices, corrections }
  return { ...orderColumns, billingAddress, shippingAddress, boletos, lines, ...records, history }
}

function findPerson(profileId: number) {
  return db
    .selectFrom('profiles')
    .innerJoin('users', 'users.id', 'profiles.user_id')
    .select(['email', 'users.created_at', ...identityColumns, 'contributor'])
    .select(['is_partner', 'mails_colleagues', 'billing_address_id', 'shipping_address_id'])
    .where('profiles.id', '=', profileId)
    .executeTakeFirstOrThrow()
}

function listOrderInvoices(orderId: number) {
  return db
    .selectFrom('invoices')
    .select(['model', 'state', 'series', 'number', 'access_key', 'protocol', 'authorised_at', 'cancelled_at'])
    .select('cancel_reason')
    .where('order_id', '=', orderId)
    .where('is_test', '=', false)
    .orderBy('id')
    .execute()
}

/** Returns the correction letters that the revenue office accepted. */
function listOrderCorrections(orderId: number) {
  return db
    .selectFrom('invoice_corrections')
    .innerJoin('invoices', 'invoices.id', 'invoice_id')
    .select(['access_key', 'ordinal', 'text', 'settled_at'])
    .where('order_id', '=', orderId)
    .where('is_test', '=', false)
    .where('invoice_corrections.state', '=', 'done')
    .orderBy('invoice_corrections.id')
    .execute()
}

async function findAddress(id: number | null) {
  const address = await db
    .selectFrom('addresses')
    .select(['country', ...addressFields, 'city_code'])
    .where('id', '=', id ?? 0)
    .executeTakeFirst()
  return address ?? null
}

function listAircraft(profileId: number) {
  return db
    .selectFrom('aircraft')
    .select(['registration as prefix', 'is_foreign', 'serial_number', 'fuel_type', 'nickname', 'created_at'])
    .where('profile_id', '=', profileId)
    .orderBy('registration')
    .limit(MAX_ENTRIES)
    .execute()
}

function listSessions(userId: number) {
  return db
    .selectFrom('sessions')
    .select(['created_at', 'last_seen_at', 'expires_at', 'user_agent'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .limit(MAX_ENTRIES)
    .execute()
}

function listMessages(userId: number) {
  return db
    .selectFrom('contact_messages')
    .select(['id', 'created_at', 'name', 'email', 'phone', 'text', 'handled_at'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .limit(MAX_ENTRIES)
    .execute()
}

/** Returns certificates with their printed items. */
async function listCertificates(profileId: number) {
  const certificates = await db
    .selectFrom('certificates')
    .select(['id', 'number', 'holder_name', 'holder_document', 'issued_at'])
    .where('profile_id', '=', profileId)
    .orderBy('id')
    .limit(MAX_ENTRIES)
    .execute()
  const items = await db
    .selectFrom('certificate_items')
    .select(['certificate_id', 'name', 'version', 'version_date', 'due'])
    .select(['airplane_registration as airplane_prefix', 'airplane_serial_number'])
    .where('certificate_id', 'in', nonEmptyIds(certificates.map(({ id }) => id)))
    .orderBy('id')
    .execute()
  return certificates.map(({ id, ...certificate }) => ({
    ...certificate,
    items: items.flatMap(({ certificate_id, ...item }) => (certificate_id === id ? [item] : [])),
  }))
}

function listOwnDownloads(userId: number) {
  return db
    .selectFrom('downloads')
    .innerJoin('copies', 'copies.id', 'downloads.copy_id')
    .innerJoin('publications', 'publications.id', 'copies.publication_id')
    .innerJoin('revisions', 'revisions.id', 'copies.revision_id')
    .select(['publications.name', 'revisions.version', 'copies.number', 'downloads.created_at'])
    .where('downloads.user_id', '=', userId)
    .orderBy('downloads.id', 'desc')
    .limit(MAX_ENTRIES)
    .execute()
}

async function listWithdrawals(orderId: number) {
  const [requests, lines, refusedLines, answers] = await Promise.all([
    db
      .selectFrom('withdrawal_requests')
      .select(['id', 'is_open', 'outcome', 'reason', 'refund_to', 'created_at', 'handled_at'])
      .where('order_id', '=', orderId)
      .orderBy('id')
      .limit(100)
      .execute(),
    db
      .selectFrom('withdrawal_lines')
      .innerJoin('order_lines', 'order_lines.id', 'order_line_id')
      .select(['request_id', 'name', 'version', 'airplane_registration as airplane_prefix'])
      .select('airplane_serial_number')
      .where('order_id', '=', orderId)
      .orderBy('order_lines.id')
      .limit(MAX_ENTRIES)
      .execute(),
    db
      .selectFrom('refused_withdrawal_lines')
      .innerJoin('order_lines', 'order_lines.id', 'order_line_id')
      .select(['request_id', 'name', 'version', 'airplane_registration as airplane_prefix'])
      .select('airplane_serial_number')
      .where('order_id', '=', orderId)
      .orderBy('order_lines.id')
      .limit(MAX_ENTRIES)
      .execute(),
    db
      .selectFrom('withdrawal_answers')
      .innerJoin('withdrawal_requests', 'withdrawal_requests.id', 'request_id')
      .select(['request_id', 'withdrawal_answers.outcome', 'withdrawal_answers.reason'])
      .select('withdrawal_answers.created_at')
      .where('order_id', '=', orderId)
      .orderBy('withdrawal_answers.id')
      .limit(MAX_ENTRIES)
      .execute(),
  ])
  const filterByRequest = <Row extends { request_id: number }>(rows: readonly Row[], requestId: number) =>
    rows.flatMap(({ request_id, ...row }) => (request_id === requestId ? [row] : []))
  return requests.map(({ is_open, ...request }) => ({
    ...request,
    is_open: is_open === 1,
    lines: filterByRequest([...lines, ...refusedLines], request.id),
    answers: filterByRequest(answers, request.id),
  }))
}

/** Returns names and sizes without the content, because the page of a paid order offers the files. */
function listFiles(orderId: number) {
  return selectOrderFiles()
    .select(['kind', 'name', 'type', 'bytes', 'order_files.created_at'])
    .where('order_files.order_id', '=', orderId)
    .orderBy('order_files.id')
    .limit(100)
    .execute()
}

async function listPhotoRequests(orderId: number) {
  const [requests, lines] = await Promise.all([
    db
      .selectFrom('photo_requests')
      .select(['id', 'reason', 'created_at', 'answered_at'])
      .where('order_id', '=', orderId)
      .orderBy('id')
      .limit(MAX_ENTRIES)
      .execute(),
    db
      .selectFrom('photo_request_lines')
      .innerJoin('order_lines', 'order_lines.id', 'order_line_id')
      .select(['request_id', 'name', 'version', 'airplane_registration as airplane_prefix', 'answered_at'])
      .select('airplane_serial_number')
      .where('order_id', '=', orderId)
      .orderBy('order_lines.id')
      .limit(MAX_ENTRIES)
      .execute(),
  ])
  return requests.map(({ id, ...request }) => ({
    ...request,
    lines: lines.flatMap(({ request_id, ...line }) => (request_id === id ? [line] : [])),
  }))
}

function listShipments(orderId: number) {
  return db
    .selectFrom('shipments')
    .innerJoin('shipment_orders', 'shipment_orders.shipment_id', 'shipments.id')
    .select([
      'shipments.id',
      'type',
      'status',
      'track_code',
      'note',
      'send_date',
      'complete_date',
      'return_date',
      'cancelled_at',
      'cancel_reason',
    ])
    .where('order_id', '=', orderId)
    .orderBy('shipments.id')
    .limit(1000)
    .execute()
}

function listEvents(entity: 'user' | 'order', entityId: number) {
  return db
    .selectFrom('history')
    .select(['action', 'created_at'])
    .where('entity', '=', entity)
    .where('entity_id', '=', entityId)
    .orderBy('id')
    .limit(MAX_ENTRIES)
    .execute()
}

function listPayments(orderId: number) {
  return db
    .selectFrom('payments')
    .select(['source', 'value', 'paid_on', 'credited_on', 'created_at'])
    .where('order_id', '=', orderId)
    .orderBy('id')
    .limit(MAX_ENTRIES)
    .execute()
}

function listRefunds(orderId: number) {
  return db
    .selectFrom('refunds')
    .leftJoin('refund_reversals', 'refund_id', 'refunds.id')
    .select(['value', 'refunded_on', 'document', 'reversed_on'])
    .where('order_id', '=', orderId)
    .orderBy('refunds.id')
    .limit(MAX_ENTRIES)
    .execute()
}

function listBoletos(orderId: number) {
  return db
    .selectFrom('boletos')
    .select(['bank', 'our_number_printed', 'document_number', 'document_date', 'due_date', 'value', 'line'])
    .where('order_id', '=', orderId)
    .select(['issuer', 'state', 'pix_payload'])
    .orderBy('ordinal')
    .execute()
}

function listLines(orderId: number) {
  return db
    .selectFrom('order_lines')
    .leftJoin('subscriptions', 'subscriptions.order_line_id', 'order_lines.id')
    .select(['order_lines.publication_id', 'name', 'version', 'value', 'is_signature', 'is_download'])
    .select([
      'airplane_registration as airplane_prefix',
      'airplane_is_foreign',
      'airplane_serial_number',
      'fuel_type',
      'photo',
    ])
    .select(['subscriptions.status as subscription_status', 'starts_on', 'due', 'suspended_at'])
    .select(['times_renewed', 'track_code', 'sent_on'])
    .where('order_id', '=', orderId)
    .orderBy('order_lines.id')
    .limit(MAX_ENTRIES)
    .execute()
}
