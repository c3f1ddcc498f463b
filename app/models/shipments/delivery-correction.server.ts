import { shippingTypes } from '#app/domain/checkout/shipping.ts'
import { orderStatus } from '#app/domain/orders/order-status.ts'
import { isAwaitingDispatch } from '#app/domain/shipments/shipment.ts'
import {
  type Address,
  deleteUnusedAddress,
  formatAddressLine,
  insertAddress,
  isSameAddress,
} from '#app/models/accounts/address.server.ts'
import { lockOrder } from '#app/models/charges/order-lock.server.ts'
import { orderAddressId } from '#app/models/orders/delivery-address.server.ts'
import { type DbOrTrx, db, type Trx, withTransaction } from '#app/models/platform/db.server.ts'
import { type Actor, recordHistory } from '#app/models/platform/history.server.ts'
import { StaleRecordError } from '#app/models/platform/optimistic-lock.server.ts'
import { addToOutbox } from '#app/models/platform/outbox.server.ts'
import { lockShipment } from '#app/models/shipments/shipment.server.ts'
import { makeAddressKey, shipmentAddressId } from '#app/models/shipments/shipment-address.server.ts'
import { findClient, listAddresses } from '#app/models/shipments/shipment-client.server.ts'
import { discardLabels } from '#app/models/shipments/shipment-label.server.ts'

/** A corrected address: a new address or the account's address that the page showed. Customers give no reason. */
export type DeliveryCorrection = { to: Address | { accountAddressId: number }; reason?: string }

export type DeliveryCorrectionResult =
  | 'changed'
  | 'unchanged'
  | 'unknown'
  | 'not-possible'
  | 'account-changed'

type CorrectableOrder = { status: number; shipping_type: string; anonymised_at: Date | null }

export function isDeliveryCorrectable({ status, shipping_type, anonymised_at }: CorrectableOrder): boolean {
  return (
    status !== orderStatus.cancelled && shipping_type !== shippingTypes.download && anonymised_at === null
  )
}

/** Corrects the address of the order and of its unsent or returned shipments. Throws StaleRecordError. */
export function correctOrderDelivery(
  id: number,
  correction: DeliveryCorrection,
  actor: Actor,
  seenVersion: number,
  outerTrx?: Trx,
): Promise<DeliveryCorrectionResult> {
  return withTransaction(async (trx) => {
    const order = await lockOrder(trx, id)
    if (!order) return 'unknown'
    if (!isDeliveryCorrectable(order)) return 'not-possible'
    if (order.lock_version !== seenVersion) throw new StaleRecordError()
    const [from] = await listAddresses([order.shipping_address_id ?? order.billing_address_id], trx)
    const to = await resolveAddress(trx, order.profile_id, correction)
    if (typeof to === 'string') return to
    if (isSameAddress(from, to)) return 'unchanged'
    const addressId = to.id ?? (await insertAddress(trx, to))
    const change = {
      from: formatAddressLine(from),
      to: formatAddressLine(to),
      reason: correction.reason,
      actor,
    }
    const historyId = await changeOrderAddress(trx, { id, addressId, from }, change)
    await addToOutbox(trx, ['mail-delivery-changed'], String(historyId))
    return 'changed'
  }, outerTrx)
}

/** Corrects the address of an unsent or returned shipment, and of its orders if `includesOrders` is true. */
export function correctShipmentDelivery(
  id: number,
  { includesOrders, ...correction }: DeliveryCorrection & { includesOrders: boolean },
  actor: Actor,
  seenVersion: number,
): Promise<DeliveryCorrectionResult> {
  return withTransaction(async (trx) => {
    const orderIds = await listOrderIds(trx, id)
    const lockedOrders = []
    for (const orderId of orderIds) lockedOrders.push(await lockOrder(trx, orderId))
    const shipment = await lockShipment(trx, id)
    if (!shipment) return 'unknown'
    if (!isShipmentCorrectable(shipment)) return 'not-possible'
    if (shipment.lock_version !== seenVersion) throw new StaleRecordError()
    const from = await findShipmentAddress(trx, id)
    const to = await resolveAddress(trx, shipment.profile_id, correction)
    if (typeof to === 'string') return to
    if (isSameAddress(from, to)) return 'unchanged'
    const addressId = to.id ?? (await insertAddress(trx, to))
    const change = {
      from: formatAddressLine(from),
      to: formatAddressLine(to),
      reason: correction.reason,
      actor,
    }
    const historyId = await changeShipmentAddresses(trx, [id], { addressId, ...change })
    for (const order of includesOrders ? lockedOrders : []) {
      if (!order || !isDeliveryCorrectable(order)) continue
      const [orderAddress] = await listAddresses([order.shipping_address_id ?? order.billing_address_id], trx)
      if (isSameAddress(orderAddress, to)) continue
      await changeOrderAddress(
        trx,
        { id: order.id, addressId, from: orderAddress },
        { ...change, from: formatAddressLine(orderAddress) },
      )
    }
    await deleteUnusedAddress(trx, from?.id ?? null)
    await addToOutbox(trx, ['mail-delivery-changed'], String(historyId))
    return 'changed'
  })
}

type CorrectableShipment = { status: number; cancelled_at: Date | null; anonymised_at: Date | null }

export function isShipmentCorrectable(shipment: CorrectableShipment): boolean {
  return isAwaitingDispatch(shipment) && shipment.cancelled_at === null && shipment.anonymised_at === null
}

type AddressRow = Awaited<ReturnType<typeof listAddresses>>[number]

/**
 * Returns the new address, or 'account-changed' if the account no longer has the address that the page
 * showed. `id` is null for an address that is not the account's.
 */
async function resolveAddress(
  trx: Trx,
  profileId: number,
  { to }: DeliveryCorrection,
): Promise<(Address & { id: number | null }) | 'account-changed'> {
  if (!('accountAddressId' in to)) return { ...to, id: null }
  const client = await findClient(profileId, trx)
  return client?.address?.id === to.accountAddressId ? client.address : 'account-changed'
}

type DeliveryChange = { from: string | null; to: string | null; reason: string | undefined; actor: Actor }
type OrderAddressChange = { id: number; addressId: number; from: AddressRow | undefined }

/** Changes the order's address. Stores the old address in shipments that lack an address of their own. */
async function changeOrderAddress(
  trx: Trx,
  { id, addressId, from }: OrderAddressChange,
  change: DeliveryChange,
): Promise<number> {
  const shipments = await selectShipments(trx, id).forUpdate().execute()
  const shipmentsWithoutAddress = shipments.filter(({ addressId: ownAddressId }) => ownAddressId === null)
  for (const shipment of shipmentsWithoutAddress)
    await trx
      .updateTable('shipments')
      .set({ address_id: shipment.deliveryId })
      .where('id', '=', shipment.id)
      .execute()
  const correctableIds = from ? await listCorrectableIds(trx, shipments, from) : []
  await trx
    .updateTable('orders')
    .set((eb) => ({ shipping_address_id: addressId, lock_version: eb('lock_version', '+', 1) }))
    .where('id', '=', id)
    .execute()
  const historyId = await recordHistory(trx, toHistoryEntry('order', id, change))
  await changeShipmentAddresses(trx, correctableIds, { addressId, ...change })
  await deleteUnusedAddress(trx, from?.id ?? null)
  return historyId
}

/** Changes the address of shipments and discards their labels. Returns the id of the first history entry. */
async function changeShipmentAddresses(
  trx: Trx,
  ids: readonly number[],
  { addressId, ...change }: DeliveryChange & { addressId: number },
): Promise<number> {
  if (ids.length === 0) return 0
  await trx
    .updateTable('shipments')
    .set((eb) => ({
      address_id: addressId,
      address_changed_at: new Date(),
      lock_version: eb('lock_version', '+', 1),
    }))
    .where('id', 'in', ids)
    .execute()
  await discardLabels(trx, ids)
  return recordHistory(trx, ...ids.map((id) => toHistoryEntry('shipment', id, change)))
}

function toHistoryEntry(
  entity: 'order' | 'shipment',
  entityId: number,
  { from, to, reason, actor }: DeliveryChange,
) {
  const details = { changes: { delivery: [from, to] }, reason }
  return { entity, entityId, action: 'delivery-changed', ...actor, details } as const
}

function selectShipments(reader: DbOrTrx, orderId: number) {
  return reader
    .selectFrom('shipments')
    .innerJoin('shipment_orders', 'shipment_id', 'shipments.id')
    .where('order_id', '=', orderId)
    .select(['shipments.id', 'status', 'cancelled_at', 'anonymised_at', 'address_id as addressId'])
    .select(shipmentAddressId.as('deliveryId'))
    .orderBy('shipments.id')
}

type Shipment = CorrectableShipment & { id: number; deliveryId: number | null }

/** Returns the ids of unsent or returned shipments with this address. */
async function listCorrectableIds(reader: DbOrTrx, shipments: readonly Shipment[], from: AddressRow) {
  const addresses = await listAddresses(
    shipments.flatMap(({ deliveryId }) => deliveryId ?? []),
    reader,
  )
  const equalAddresses = addresses.filter((address) => makeAddressKey(address) === makeAddressKey(from))
  const equalAddressIds = equalAddresses.map(({ id }) => id)
  return shipments.flatMap((shipment) => {
    const { id, deliveryId } = shipment
    const hasEqualAddress = deliveryId !== null && equalAddressIds.includes(deliveryId)
    return hasEqualAddress && isShipmentCorrectable(shipment) ? [id] : []
  })
}

async function findShipmentAddress(trx: Trx, id: number): Promise<AddressRow | undefined> {
  const { deliveryId } = await trx
    .selectFrom('shipments')
    .select(shipmentAddressId.as('deliveryId'))
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const [address] = await listAddresses(deliveryId === null ? [] : [deliveryId], trx)
  return address
}

async function listOrderIds(trx: Trx, shipmentId: number): Promise<number[]> {
  const rows = await trx
    .selectFrom('shipment_orders')
    .select('order_id')
    .where('shipment_id', '=', shipmentId)
    .orderBy('order_id')
    .execute()
  return rows.map((row) => row.order_id)
}

/** Returns the order's address, the client's other address and the shipments that a correction changes. */
export async function findOrderDelivery(id: number) {
  const order = await db
    .selectFrom('orders')
    .innerJoin('profiles', 'profiles.id', 'orders.profile_id')
    .innerJoin('users', 'users.id', 'profiles.user_id')
    .where('orders.id', '=', id)
    .select(['orders.id', 'profile_id', 'status', 'shipping_type', 'anonymised_at', 'nfe'])
    .select(['orders.lock_version', 'email', orderAddressId.as('addressId')])
    .executeTakeFirst()
  if (!order) return undefined
  const [client, [currentAddress], shipments] = await Promise.all([
    findClient(order.profile_id),
    listAddresses([order.addressId]),
    selectShipments(db, id).execute(),
  ])
  const accountAddress = client?.address ?? null
  const hasEqualAddress =
    accountAddress !== null &&
    currentAddress !== undefined &&
    makeAddressKey(accountAddress) === makeAddressKey(currentAddress)
  const shipmentIds = currentAddress ? await listCorrectableIds(db, shipments, currentAddress) : []
  return {
    id,
    lock_version: order.lock_version,
    email: order.email,
    current: currentAddress ?? null,
    account: hasEqualAddress ? null : accountAddress,
    isCorrectable: isDeliveryCorrectable(order),
    isInvoiced: order.nfe !== null,
    waiting: shipmentIds,
  }
}
