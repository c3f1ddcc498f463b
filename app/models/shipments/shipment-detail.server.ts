import { isAwaitingDispatch, shipmentStatus } from '#app/domain/shipments/shipment.ts'
import { orderAddressId } from '#app/models/orders/delivery-address.server.ts'
import { type DbOrTrx, db } from '#app/models/platform/db.server.ts'
import { findMissingKeys, noMissingKeys } from '#app/models/shipments/invoice-keys.server.ts'
import { digestBoxQuestion, findBoxChanges } from '#app/models/shipments/packed-revision.server.ts'
import {
  addShipmentContents,
  findShipmentRow,
  type ShipmentRow,
} from '#app/models/shipments/shipment.server.ts'
import { makeAddressKey } from '#app/models/shipments/shipment-address.server.ts'
import { listBlockedLines } from '#app/models/shipments/shipment-blocked.server.ts'
import { findClient, listAddresses } from '#app/models/shipments/shipment-client.server.ts'
import { listLinesMovedOn } from '#app/models/shipments/shipped-revision.server.ts'

/** Returns a shipment; `box` has the changes since packing and the digest of the question for staff. */
export async function findPackedShipment(id: number, reader: DbOrTrx = db) {
  const row = await findShipmentRow(id, reader)
  return row && packShipment(row, reader)
}

async function packShipment(row: ShipmentRow, reader: DbOrTrx) {
  const shipment = await addShipmentContents(row, reader)
  return {
    ...shipment,
    box: { changes: findBoxChanges(shipment.lines), seenDigest: digestBoxQuestion(shipment.lines) },
  }
}

export type PackedShipment = NonNullable<Awaited<ReturnType<typeof findPackedShipment>>>

/** Returns a shipment. `blockedLines` must not be sent; other shipments now contain `movedLines`. */
export async function findShipmentForStaff(id: number) {
  const row = await findShipmentRow(id)
  return row && describeShipmentForStaff(row)
}

/** Returns what `findShipmentForStaff` does, of a shipment that was read before. */
export async function describeShipmentForStaff(row: ShipmentRow) {
  const shipment = await packShipment(row, db)
  const { id } = shipment
  const [client, orderRows, owner, blockedLines, keys, movedLines] = await Promise.all([
    findClient(shipment.profile_id),
    listOrders(shipment.orderIds),
    findStaffName(shipment.owner_user_id),
    isAwaitingDispatch(shipment) ? listBlockedLines([id]) : [],
    isAwaitingDispatch(shipment) ? findMissingKeys(id) : noMissingKeys,
    shipment.status === shipmentStatus.returned ? listLinesMovedOn(db, id) : [],
  ])
  const addresses = await listAddresses([
    shipment.deliveryId ?? 0,
    ...orderRows.map(({ addressId }) => addressId),
  ])
  const orders = orderRows.map(({ addressId, ...order }) => ({
    ...order,
    address: addresses.find(({ id }) => id === addressId) ?? null,
  }))
  const address = addresses.find(({ id }) => id === shipment.deliveryId) ?? null
  const otherAddresses = addresses.filter(
    (shipmentAddress) => address && makeAddressKey(shipmentAddress) !== makeAddressKey(address),
  )
  const isEmptied = movedLines.length > 0 && shipment.lines.length === 0
  const canLeave = blockedLines.length === 0 && !isEmptied && !(keys.isRefused && keys.orderIds.length > 0)
  return {
    ...shipment,
    client,
    orders,
    owner,
    blockedLines,
    keys,
    movedLines,
    canLeave,
    address,
    hasOtherAddresses: otherAddresses.length > 0,
  }
}

export type StaffShipment = NonNullable<Awaited<ReturnType<typeof findShipmentForStaff>>>

function listOrders(ids: readonly number[]) {
  return db
    .selectFrom('orders')
    .where('id', 'in', [0, ...ids])
    .select(['id', 'date', 'nfe', 'shipping_type', 'shipping_value'])
    .select(orderAddressId.as('addressId'))
    .orderBy('id')
    .execute()
}

async function findStaffName(userId: number): Promise<string | null> {
  const profile = await db
    .selectFrom('profiles')
    .select('name')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return profile?.name ?? null
}

/** Returns at most 100 new shipments by id. Omits cancelled shipments. */
export async function listCreatedShipments(ids: readonly number[]) {
  const shipments = await Promise.all([...new Set(ids)].slice(0, 100).map(findShipmentForStaff))
  const knownShipments = shipments.flatMap((shipment) =>
    shipment && shipment.cancelled_at === null ? [shipment] : [],
  )
  return knownShipments.sort((a, b) => a.id - b.id)
}
