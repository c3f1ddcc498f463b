import { noAircraft, toUnitAircraftRow } from '#app/domain/accounts/aircraft.ts'
import type { CivilDate } from '#app/domain/platform/calendar.ts'
import { deleteUnusedAddress, insertAddress } from '#app/models/accounts/address.server.ts'
import { lockOrder } from '#app/models/charges/order-lock.server.ts'
import { clearRefundTexts } from '#app/models/payments/bank-retention.server.ts'
import { db, type Trx, withTransaction } from '#app/models/platform/db.server.ts'
import { clearChanges, recordHistory } from '#app/models/platform/history.server.ts'
import { readIds } from '#app/models/platform/read-ids.server.ts'
import { stampLine } from '#app/models/platform/updated-at.server.ts'

/** Returns the oldest orders of removed accounts whose retention period is over. */
export function listOrdersPastRetention(keptFrom: CivilDate, limit: number) {
  return selectRemovedProfiles()
    .innerJoin('orders', 'orders.profile_id', 'profiles.id')
    .select('orders.id')
    .where('orders.date', '<', keptFrom)
    .where('anonymised_at', 'is', null)
    .where((eb) => eb.or([eb('paid_on', 'is', null), eb('paid_on', '<', keptFrom)]))
    .orderBy('orders.date')
    .orderBy('orders.id')
    .limit(limit)
    .execute()
}

/** Returns ids of removed accounts' shipments without an order that were created and sent before `keptFrom`. */
export async function listShipmentsPastRetention(keptFrom: CivilDate, limit: number): Promise<number[]> {
  const rows = await selectRemovedProfiles()
    .innerJoin('shipments', 'shipments.profile_id', 'profiles.id')
    .select('shipments.id')
    .where('direct_shipping', '=', true)
    .where('creation_date', '<', keptFrom)
    .where('anonymised_at', 'is', null)
    .where((eb) => eb.or([eb('send_date', 'is', null), eb('send_date', '<', keptFrom)]))
    .orderBy('shipments.id')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** Removes the personal data of a shipment except city and state. */
export function anonymiseShipment(id: number): Promise<void> {
  return withTransaction(async (trx) => {
    const shipment = await trx
      .selectFrom('shipments')
      .select('address_id as addressId')
      .where('id', '=', id)
      .where('anonymised_at', 'is', null)
      .forUpdate()
      .executeTakeFirst()
    if (!shipment) return
    const { addressId } = shipment
    const cityAddressId = addressId === null ? null : await insertCityAddress(trx, addressId)
    await trx
      .updateTable('shipments')
      .set({ note: null, cancel_reason: null, address_id: cityAddressId, anonymised_at: new Date() })
      .where('id', '=', id)
      .execute()
    await deleteUnusedAddress(trx, addressId)
    await clearChanges(trx, 'shipment', [id])
    const entry = { entity: 'shipment', entityId: id, action: 'anonymised', actorUserId: null } as const
    await recordHistory(trx, entry)
  })
}

function selectRemovedProfiles() {
  return db
    .selectFrom('deletion_requests')
    .innerJoin('profiles', 'profiles.user_id', 'deletion_requests.user_id')
    .where('done_at', 'is not', null)
}

/**
 * Removes the personal data of an order: payer, street, aircraft, photos, and notes with their history. Leaves
 * numbers, publications, dates, city and state. The caller must have deleted the stored files.
 */
export function anonymiseOrder(orderId: number, removedName: string): Promise<void> {
  return withTransaction(async (trx) => {
    const order = await lockOrder(trx, orderId)
    if (!order || order.anonymised_at) return
    const { billing_address_id: billingId, shipping_address_id: shippingId } = order
    const cityAddressId = await insertCityAddress(trx, billingId)
    const clearedPayer = {
      payer_name: removedName,
      payer_document: '',
      note: null,
      reason: null,
      purchase_order: null,
      payer_ie: null,
      payer_contributor: null,
    }
    const addresses = { billing_address_id: cityAddressId, shipping_address_id: null }
    await trx
      .updateTable('orders')
      .set({ ...clearedPayer, ...addresses, anonymised_at: new Date() })
      .where('id', '=', orderId)
      .execute()
    const shipmentAddressIds = await releaseShipmentAddresses(trx, orderId)
    for (const id of [billingId, shippingId, ...shipmentAddressIds]) await deleteUnusedAddress(trx, id)
    await clearAircraft(trx, orderId)
    await clearFreeText(trx, orderId)
    await clearPaymentNotes(trx, orderId)
    await clearHistory(trx, orderId)
    await trx
      .updateTable('photo_requests')
      .set({ reason: '', is_open: null })
      .where('order_id', '=', orderId)
      .execute()
    await trx.deleteFrom('order_files').where('order_id', '=', orderId).execute()
    // Keys and protocols name only the seller, but the revenue office's messages may name the buyer.
    const clearedText = { messages: null, cancel_reason: null }
    await trx.updateTable('invoices').set(clearedText).where('order_id', '=', orderId).execute()
    await trx
      .updateTable('invoice_corrections')
      .set({ text: '', messages: null })
      .where(
        'invoice_id',
        'in',
        await readIds(trx.selectFrom('invoices').select('id').where('order_id', '=', orderId)),
      )
      .execute()
    await trx
      .updateTable('bank_file_lines')
      .set({ payer_name: '', payer_document: '' })
      .where('boleto_id', 'in', await listBoletoIds(trx, orderId))
      .execute()
    await trx.updateTable('boletos').set({ pdf_file: null }).where('order_id', '=', orderId).execute()
    const entry = { entity: 'order', entityId: orderId, action: 'anonymised', actorUserId: null } as const
    await recordHistory(trx, entry)
  })
}

/** Removes addresses from shipments and returns the address ids. Direct shipments keep city and state. */
async function releaseShipmentAddresses(trx: Trx, orderId: number): Promise<number[]> {
  const shipments = await trx
    .selectFrom('shipments')
    .innerJoin('shipment_orders', 'shipment_id', 'shipments.id')
    .where('order_id', '=', orderId)
    .where('address_id', 'is not', null)
    .select(['shipments.id', 'address_id as addressId', 'direct_shipping as isDirect'])
    .execute()
  const addressIds: number[] = []
  for (const { id, addressId, isDirect } of shipments) {
    if (addressId === null) continue
    const cityAddressId = isDirect ? await insertCityAddress(trx, addressId) : null
    await trx.updateTable('shipments').set({ address_id: cityAddressId }).where('id', '=', id).execute()
    addressIds.push(addressId)
  }
  return addressIds
}

function listBoletoIds(trx: Trx, orderId: number) {
  return readIds(trx.selectFrom('boletos').select('id').where('order_id', '=', orderId))
}

/** Deletes free text, which may contain personal data and a bank account. */
async function clearFreeText(trx: Trx, orderId: number) {
  const clearedColumns = { reason: null, refund_to: null }
  await trx.updateTable('withdrawal_requests').set(clearedColumns).where('order_id', '=', orderId).execute()
  await trx
    .updateTable('withdrawal_answers')
    .set({ reason: null })
    .where(
      'request_id',
      'in',
      await readIds(trx.selectFrom('withdrawal_requests').select('id').where('order_id', '=', orderId)),
    )
    .execute()
  await trx
    .updateTable('subscriptions')
    .set((eb) => ({ notes: null, lock_version: eb('lock_version', '+', 1) }))
    .where('notes', 'is not', null)
    .where(
      'order_line_id',
      'in',
      await readIds(trx.selectFrom('order_lines').select('id').where('order_id', '=', orderId)),
    )
    .execute()
  await trx
    .updateTable('shipments')
    .set({ note: null, cancel_reason: null })
    .where('id', 'in', await readIds(selectShipments(trx, orderId)))
    .execute()
}

/** Deletes notes on payments and refunds. Leaves amounts and dates. */
async function clearPaymentNotes(trx: Trx, orderId: number) {
  const boletoIds = await listBoletoIds(trx, orderId)
  const ids = await readIds(
    trx
      .selectFrom('payments')
      .select('id')
      .where((eb) => eb.or([eb('order_id', '=', orderId), eb('boleto_id', 'in', boletoIds)])),
  )
  await trx.updateTable('payments').set({ resolution_note: null }).where('id', 'in', ids).execute()
  const refunds = await trx
    .selectFrom('refunds')
    .select('id')
    .where((eb) => eb.or([eb('order_id', '=', orderId), eb('payment_id', 'in', ids)]))
    .execute()
  await clearRefundTexts(
    trx,
    refunds.map(({ id }) => id),
  )
  await trx.updateTable('refund_waivers').set({ reason: '' }).where('order_id', '=', orderId).execute()
  await trx.updateTable('pix_refunds').set({ note: null }).where('payment_id', 'in', ids).execute()
}

async function clearHistory(trx: Trx, orderId: number) {
  await clearChanges(trx, 'order', [orderId])
  await clearChanges(trx, 'subscription', await listUnitIds(trx, orderId))
  await clearChanges(trx, 'shipment', await readIds(selectShipments(trx, orderId)))
}

function selectShipments(trx: Trx, orderId: number) {
  return trx.selectFrom('shipment_orders').select('shipment_id as id').where('order_id', '=', orderId)
}

function listUnitIds(trx: Trx, orderId: number) {
  return readIds(
    trx
      .selectFrom('subscriptions')
      .innerJoin('order_lines', 'order_lines.id', 'order_line_id')
      .select('subscriptions.id')
      .where('order_id', '=', orderId),
  )
}

/** Inserts an address that contains only city and state, which sales statistics need. */
async function insertCityAddress(trx: Trx, addressId: number): Promise<number> {
  const { city, state } = await trx
    .selectFrom('addresses')
    .select(['city', 'state'])
    .where('id', '=', addressId)
    .executeTakeFirstOrThrow()
  const emptyStreet = { zip_code: '00000000', street: '', number: '', complement: '', province: '' }
  return insertAddress(trx, { ...emptyStreet, city, state })
}

/** Removes aircraft data and photos. The cleanup job deletes the files of the photos. */
async function clearAircraft(trx: Trx, orderId: number) {
  const lines = await trx
    .selectFrom('order_lines')
    .select(['id', 'photo'])
    .where('order_id', '=', orderId)
    .execute()
  await trx
    .updateTable('order_lines')
    .set({ ...toUnitAircraftRow(noAircraft), photo: null })
    .where('order_id', '=', orderId)
    .execute()
  await trx
    .updateTable('certificate_items')
    .set({ airplane_registration: null, airplane_serial_number: null })
    .where('subscription_id', 'in', await listUnitIds(trx, orderId))
    .execute()
  for (const { id } of lines) await stampLine(trx, id)
  const photoNames = lines.flatMap(({ photo }) => photo ?? [])
  if (photoNames.length === 0) return
  const clearedOwner = { user_id: null, cart_id: null, claimed_at: null }
  await trx.updateTable('photos').set(clearedOwner).where('name', 'in', photoNames).execute()
}
