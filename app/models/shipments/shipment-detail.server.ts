import { isAwaitingDispatch, shipmentStatus } from '#app/domain/shipments/shipment.ts'
import { orderAddressId } from '#app/models/orders/delivery-address.server.ts'
import { type DbOrTrx, db } from '#app/models/platform/db.server.ts'
import { nonEmptyIds } from '#app/models/platform/non-empty.ts'
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

/** Returns a shipment. `box` has the changes since packing and the digest of the question that staff answer. */
export async function findPackedShipment(id: number, reader: DbOrTrx = db) {
  const row = await findShipmentRow(id, reader)
  return row && addBoxChanges(row, reader)
}

async function addBoxChanges(row: ShipmentRow, reader: DbOrTrx) {
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

/** Returns the same data as `findShipmentForStaff`, but does not read the shipment's row again. */
export async function describeShipmentForStaff(row: ShipmentRow) {
  const shipment = await addBoxChanges(row, db)
  const { id } = shipment
  const isAwaiting = isAwaitingDispatch(shipment)
  const isReturned = shipment.status === shipmentStatus.returned
  const [client, orderRows, owner, blockedLines, keys, movedLines] = await Promise.all([
    findClient(shipment.profile_id),
    listOrders(shipment.orderIds),
    findStaffName(shipment.owner_user_id),
    isAwaiting ? listBlockedLines([id]) : [],
    isAwaiting ? findMissingKeys(id) : noMissingKeys,
    isReturned ? listLinesMovedOn(db, id) : [],
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
  const hasOtherAddresses = addresses.some(
    (orderAddress) => address && makeAddressKey(orderAddress) !== makeAddressKey(address),
  )
  const isEmptied = movedLines.length > 0 && shipment.lines.length === 0
  const isKeyMissing = keys.isRefused && keys.orderIds.length > 0
  const canLeave = blockedLines.length === 0 && !isEmptied && !isKeyMissing
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
    hasOtherAddresses,
  }
}

export type StaffShipment = NonNullable<Awaited<ReturnType<typeof findShipmentForStaff>>>

function listOrders(ids: readonly number[]) {
  return db
    .selectFrom('orders')
    .where('id', 'in', nonEmptyIds(ids))
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

const MAX_CREATED_SHIPMENTS = 100

/** Returns the shipments with these ids, sorted by id. Omits cancelled shipments. */
export async function listCreatedShipments(ids: readonly number[]) {
  const shownIds = [...new Set(ids)].slice(0, MAX_CREATED_SHIPMENTS)
  const shipments = await Promise.all(shownIds.map(findShipmentForStaff))
  const validShipments = shipments.flatMap((shipment) =>
    shipment && shipment.cancelled_at === null ? [shipment] : [],
  )
  return validShipments.sort((a, b) => a.id - b.id)
}
