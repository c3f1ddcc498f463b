import { listMailsAbout } from '#app/domain/platform/effect.ts'
import { deleteUnusedAddress } from '#app/models/accounts/address.server.ts'
import type { DbOrTrx, Trx } from '#app/models/platform/db.server.ts'
import { nonEmptyIds } from '#app/models/platform/non-empty.ts'

const makeSubjects = (ids: readonly number[]) => nonEmptyIds(ids).map(String)

/** Jobs by the kind of their records. Jobs are deleted with their records because a job fails without its record. */
const jobsBySubject = {
  order: ['issue-boleto', 'render-boleto', ...listMailsAbout('order')],
  boleto: ['cancel-boleto', 'issue-pix', 'remove-pix', ...listMailsAbout('boleto')],
}

/** Returns ids of profiles with an order that bank or gateway know because of a sent boleto, a payment or a refund. */
export async function listBoundProfiles(reader: DbOrTrx, profileIds: readonly number[]): Promise<number[]> {
  const rows = await reader
    .selectFrom('orders')
    .select('profile_id')
    .distinct()
    .where('profile_id', 'in', nonEmptyIds(profileIds))
    .where((eb) =>
      eb.or([
        eb('orders.id', 'in', eb.selectFrom('payments').select('order_id').where('order_id', 'is not', null)),
        eb('orders.id', 'in', eb.selectFrom('refunds').select('order_id').where('order_id', 'is not', null)),
        eb('orders.id', 'in', selectOrdersWithSentBoleto(reader)),
      ]),
    )
    .execute()
  return rows.map((row) => row.profile_id)
}

function selectOrdersWithSentBoleto(reader: DbOrTrx) {
  return reader
    .selectFrom('boletos')
    .leftJoin('boleto_instructions', 'boleto_instructions.boleto_id', 'boletos.id')
    .leftJoin('bank_file_lines', 'bank_file_lines.boleto_id', 'boletos.id')
    .leftJoin('pix_charges', 'pix_charges.boleto_id', 'boletos.id')
    .select('order_id')
    .where((eb) =>
      eb.or([
        eb('external_id', 'is not', null),
        eb('remittance_id', 'is not', null),
        eb('bank_file_lines.id', 'is not', null),
        eb('payload', 'is not', null),
      ]),
    )
}

export async function listBoletoFilesByProfile(
  reader: DbOrTrx,
  profileIds: readonly number[],
): Promise<string[]> {
  const rows = await reader
    .selectFrom('boletos')
    .innerJoin('orders', 'orders.id', 'boletos.order_id')
    .select('pdf_file')
    .where('profile_id', 'in', nonEmptyIds(profileIds))
    .execute()
  return rows.flatMap(({ pdf_file }) => pdf_file ?? [])
}

/** Deletes orders, shipments and documents. Returns the number of orders. */
export async function deleteOrdersByProfile(trx: Trx, profileIds: readonly number[]): Promise<number> {
  const rows = await lockOrderRows(trx, profileIds)
  await deleteCopiesAndCertificates(trx, profileIds)
  await deleteShipments(trx, rows.shipments)
  await deleteUnits(trx, rows)
  await deleteBoletos(trx, rows.boletos)
  await deleteRequests(trx, rows.orders)
  await trx
    .deleteFrom('invoice_corrections')
    .where(
      'invoice_id',
      'in',
      trx.selectFrom('invoices').select('id').where('order_id', 'in', nonEmptyIds(rows.orders)),
    )
    .execute()
  await trx.deleteFrom('invoices').where('order_id', 'in', nonEmptyIds(rows.orders)).execute()
  await trx.deleteFrom('order_lines').where('order_id', 'in', nonEmptyIds(rows.orders)).execute()
  await trx.deleteFrom('orders').where('id', 'in', nonEmptyIds(rows.orders)).execute()
  await deleteHistoryAndJobs(trx, rows)
  for (const id of rows.addresses) await deleteUnusedAddress(trx, id)
  return rows.orders.length
}

type OrderRows = Awaited<ReturnType<typeof lockOrderRows>>

/** Locks the orders of the profiles. Returns the ids of all rows that are deleted with them. */
async function lockOrderRows(trx: Trx, profileIds: readonly number[]) {
  const ownerIds = nonEmptyIds(profileIds)
  const orderRows = await trx
    .selectFrom('orders')
    .select(['id', 'billing_address_id', 'shipping_address_id'])
    .where('profile_id', 'in', ownerIds)
    .forUpdate()
    .execute()
  const orders = orderRows.map(({ id }) => id)
  const shipments = await trx
    .selectFrom('shipments')
    .select(['id', 'address_id'])
    .where('profile_id', 'in', ownerIds)
    .execute()
  const units = await trx
    .selectFrom('subscriptions')
    .select('id')
    .where('profile_id', 'in', ownerIds)
    .execute()
  const boletos = await trx
    .selectFrom('boletos')
    .select('id')
    .where('order_id', 'in', nonEmptyIds(orders))
    .execute()
  const addresses = [
    ...orderRows.flatMap((order) => [order.billing_address_id, order.shipping_address_id]),
    ...shipments.map((shipment) => shipment.address_id),
  ]
  return {
    orders,
    shipments: shipments.map(({ id }) => id),
    units: units.map(({ id }) => id),
    boletos: boletos.map(({ id }) => id),
    addresses: new Set(addresses.filter((id) => id !== null)),
  }
}

async function deleteCopiesAndCertificates(trx: Trx, profileIds: readonly number[]) {
  const owners = nonEmptyIds(profileIds)
  const copies = trx.selectFrom('copies').select('id').where('profile_id', 'in', owners)
  await trx.deleteFrom('downloads').where('copy_id', 'in', copies).execute()
  await trx.deleteFrom('copies').where('profile_id', 'in', owners).execute()
  const certificates = trx.selectFrom('certificates').select('id').where('profile_id', 'in', owners)
  await trx.deleteFrom('certificate_items').where('certificate_id', 'in', certificates).execute()
  await trx.deleteFrom('certificates').where('profile_id', 'in', owners).execute()
}

async function deleteShipments(trx: Trx, shipments: readonly number[]) {
  await trx.deleteFrom('shipment_lines').where('shipment_id', 'in', nonEmptyIds(shipments)).execute()
  await trx.deleteFrom('shipment_orders').where('shipment_id', 'in', nonEmptyIds(shipments)).execute()
  await trx.deleteFrom('shipments').where('id', 'in', nonEmptyIds(shipments)).execute()
}

async function deleteUnits(trx: Trx, { orders, units }: OrderRows) {
  await trx.deleteFrom('expiry_reminders').where('subscription_id', 'in', nonEmptyIds(units)).execute()
  await trx.deleteFrom('renewals').where('subscription_id', 'in', nonEmptyIds(units)).execute()
  await trx
    .updateTable('order_lines')
    .set({ renews_subscription_id: null })
    .where('order_id', 'in', nonEmptyIds(orders))
    .where('renews_subscription_id', 'is not', null)
    .execute()
  await trx.deleteFrom('cart_items').where('renews_subscription_id', 'in', nonEmptyIds(units)).execute()
  await trx.deleteFrom('subscriptions').where('id', 'in', nonEmptyIds(units)).execute()
}

async function deleteBoletos(trx: Trx, boletos: readonly number[]) {
  await trx.deleteFrom('boleto_instructions').where('boleto_id', 'in', nonEmptyIds(boletos)).execute()
  await trx.deleteFrom('pix_charges').where('boleto_id', 'in', nonEmptyIds(boletos)).execute()
  await trx.deleteFrom('boletos').where('id', 'in', nonEmptyIds(boletos)).execute()
}

async function deleteRequests(trx: Trx, orders: readonly number[]) {
  const lines = trx.selectFrom('order_lines').select('id').where('order_id', 'in', nonEmptyIds(orders))
  await trx.deleteFrom('withdrawal_lines').where('order_line_id', 'in', lines).execute()
  await trx.deleteFrom('refused_withdrawal_lines').where('order_line_id', 'in', lines).execute()
  const requests = trx
    .selectFrom('withdrawal_requests')
    .select('id')
    .where('order_id', 'in', nonEmptyIds(orders))
  await trx.deleteFrom('withdrawal_answers').where('request_id', 'in', requests).execute()
  await trx.deleteFrom('withdrawal_requests').where('order_id', 'in', nonEmptyIds(orders)).execute()
  await trx.deleteFrom('refund_waivers').where('order_id', 'in', nonEmptyIds(orders)).execute()
  await trx.deleteFrom('photo_request_lines').where('order_line_id', 'in', lines).execute()
  await trx.deleteFrom('photo_requests').where('order_id', 'in', nonEmptyIds(orders)).execute()
  await trx.deleteFrom('order_files').where('order_id', 'in', nonEmptyIds(orders)).execute()
}

async function deleteHistoryAndJobs(trx: Trx, { orders, shipments, units, boletos }: OrderRows) {
  const idsByEntity = [
    ['order', orders],
    ['shipment', shipments],
    ['subscription', units],
  ] as const
  for (const [entity, ids] of idsByEntity)
    await trx
      .deleteFrom('history')
      .where('entity', '=', entity)
      .where('entity_id', 'in', nonEmptyIds(ids))
      .execute()
  await trx
    .deleteFrom('outbox')
    .where(({ eb, and, or }) =>
      or([
        and([eb('job', 'in', jobsBySubject.order), eb('subject', 'in', makeSubjects(orders))]),
        and([eb('job', 'in', jobsBySubject.boleto), eb('subject', 'in', makeSubjects(boletos))]),
      ]),
    )
    .execute()
}
