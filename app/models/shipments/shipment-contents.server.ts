import { orderStatus } from '#app/domain/orders/order-status.ts'
import { type CivilDate, toCivilDate } from '#app/domain/platform/calendar.ts'
import { shipmentStatus } from '#app/domain/shipments/shipment.ts'
import { canAwaitDispatch } from '#app/domain/subscriptions/subscription.ts'
import { orderAddressId } from '#app/models/orders/delivery-address.server.ts'
import { type DbOrTrx, db, type Trx } from '#app/models/platform/db.server.ts'
import { nonEmptyIds } from '#app/models/platform/non-empty.ts'
import { stampOrdersOfShipment } from '#app/models/platform/updated-at.server.ts'
import {
  type AddressFault,
  chooseAddress,
  findCurrentAddress,
} from '#app/models/shipments/shipment-address.server.ts'
import { listAddresses } from '#app/models/shipments/shipment-client.server.ts'
import { addRevision } from '#app/models/shipments/shipped-revision.server.ts'
import { isInWithdrawal, selectOpenWithdrawal } from '#app/models/subscriptions/suspension.server.ts'

/** A missing `lineIds` means all waiting copies. `newerLineIds` are one-off copies sent in the current revision. */
export type OrderContents = {
  orderIds: number[]
  lineIds?: number[]
  newerLineIds?: number[]
  addressId?: number | undefined
}

export type ShipmentRefusalReason =
  | 'nothing-to-send'
  | 'line-taken'
  | 'unknown-client'
  | 'unknown-owner'
  | 'unit-of-other'
  | 'already-sent'
  | 'undone'
  | AddressFault

export class ShipmentRefused extends Error {
  override name = 'ShipmentRefused'
  readonly reason: ShipmentRefusalReason
  constructor(reason: ShipmentRefusalReason) {
    super(reason)
    this.reason = reason
  }
}

/** Returns paid orders that have waiting copies, each with its quoted freight. */
export async function listSelectableOrders(profileId: number) {
  const lines = await listFreeLines(db, { profileId })
  const ids = [...new Set(lines.map((line) => line.order_id))]
  if (ids.length === 0) return []
  const orders = await db
    .selectFrom('orders')
    .select(['id', 'date', 'nfe', 'shipping_type', 'shipping_value'])
    .select(orderAddressId.as('addressId'))
    .where('id', 'in', ids)
    .orderBy('id')
    .execute()
  const addresses = await listAddresses(orders.map(({ addressId }) => addressId))
  return orders.map(({ addressId, ...order }) => ({
    ...order,
    address: addresses.find(({ id }) => id === addressId) ?? null,
    lines: lines.filter((line) => line.order_id === order.id),
  }))
}

/** Returns the chosen lines, even lines that another shipment now contains. */
export function listChosenLines({
  orderIds,
  lineIds,
}: {
  orderIds: readonly number[]
  lineIds: readonly number[]
}) {
  return db
    .selectFrom('order_lines')
    .select(['id', 'order_id as orderId'])
    .where('order_id', 'in', nonEmptyIds(orderIds))
    .where('id', 'in', nonEmptyIds(lineIds))
    .orderBy('id')
    .execute()
}

/** Locks orders because no order may be reopened or returned meanwhile. */
export async function lockOrders(trx: Trx, orderIds: readonly number[]) {
  if (orderIds.length === 0) return []
  return trx
    .selectFrom('orders')
    .select(['id', 'status'])
    .where('id', 'in', orderIds)
    .orderBy('id')
    .forUpdate()
    .execute()
}

/** Replaces the contents of a shipment. Sets a value that was never edited to the sum of the orders' quotes. */
export async function replaceContents(
  trx: Trx,
  id: number,
  profileId: number,
  { orderIds, lineIds, newerLineIds = [], addressId }: OrderContents,
) {
  const packedLines = await listPackedLines(trx, id)
  const currentAddress = await findCurrentAddress(trx, id)
  // Orders that leave the shipment change, too.
  await stampOrdersOfShipment(trx, id)
  await trx.deleteFrom('shipment_lines').where('shipment_id', '=', id).execute()
  await trx.deleteFrom('shipment_orders').where('shipment_id', '=', id).execute()
  const freeLines = await listFreeLines(trx, { profileId, orderIds })
  const lines = freeLines.filter((line) => lineIds?.includes(line.id) ?? true)
  if (lines.length === 0) throw new ShipmentRefused('nothing-to-send')
  if (lineIds && lines.length < new Set(lineIds).size) throw new ShipmentRefused('line-taken')
  const packedOrderIds = [...new Set(lines.map((line) => line.order_id))]
  const chosenId = await chooseAddress(trx, packedOrderIds, { currentAddress, wantedId: addressId })
  if (typeof chosenId === 'string') throw new ShipmentRefused(chosenId)
  await trx.updateTable('shipments').set({ address_id: chosenId }).where('id', '=', id).execute()
  await addFreightQuotes(trx, id, packedOrderIds)
  await trx
    .insertInto('shipment_orders')
    .values(packedOrderIds.map((order_id) => ({ shipment_id: id, order_id })))
    .execute()
  await stampOrdersOfShipment(trx, id)
  await releaseDeliveredCopies(
    trx,
    lines.map((line) => line.id),
  )
  const shipmentLines = lines.map((line) => {
    const sends_in_force = !line.isSignature && newerLineIds.includes(line.id)
    const previousLine = packedLines.find((packedLine) => packedLine.order_line_id === line.id)
    // An unchanged line keeps the revision in which it was packed.
    const isUnchanged = previousLine !== undefined && previousLine.sends_in_force === sends_in_force
    const chosenRevision = sends_in_force ? (line.selectableRevision ?? line.revision) : line.revision
    const packed_version = isUnchanged ? previousLine.packed_version : chosenRevision
    return { shipment_id: id, order_line_id: line.id, sends_in_force, packed_version }
  })
  await trx.insertInto('shipment_lines').values(shipmentLines).execute()
}

function listPackedLines(trx: Trx, id: number) {
  return trx
    .selectFrom('shipment_lines')
    .select(['order_line_id', 'sends_in_force', 'packed_version'])
    .where('shipment_id', '=', id)
    .execute()
}

/** Adds the freight of orders without another shipment, because the freight of an order counts once. */
async function addFreightQuotes(trx: Trx, id: number, orderIds: number[]) {
  const { quotes } = await trx
    .selectFrom('orders')
    .where('id', 'in', orderIds)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('shipment_orders')
            .innerJoin('shipments', 'shipments.id', 'shipment_id')
            .whereRef('order_id', '=', 'orders.id')
            .where('shipments.status', '!=', shipmentStatus.returned)
            .where('cancelled_at', 'is', null)
            .select('order_id'),
        ),
      ),
    )
    .select((eb) => eb.fn.sum<string | null>('shipping_value').as('quotes'))
    .executeTakeFirstOrThrow()
  await trx
    .updateTable('shipments')
    .set({ value: Number(quotes ?? 0) })
    .where('id', '=', id)
    .where('value_is_touched', '=', false)
    .where('value', '=', 0)
    .execute()
}

/** Releases copies whose earlier revision was delivered, because the next revision is due. */
async function releaseDeliveredCopies(trx: Trx, lineIds: number[]) {
  await trx
    .updateTable('shipment_lines')
    .set({ holds: null })
    .where('order_line_id', 'in', lineIds)
    .where('shipment_id', 'in', (eb) =>
      eb.selectFrom('shipments').select('id').where('status', '=', shipmentStatus.delivered),
    )
    .execute()
}

/** `today` determines whether the year of a returned renewal has begun. */
type CopyFilter = { today?: CivilDate; profileId?: number; orderIds?: number[]; lineIds?: number[] }

/** Returns waiting printed copies of paid orders that no other shipment contains. */
export async function listFreeLines(reader: DbOrTrx, filter: CopyFilter) {
  const lines = await reader
    .selectFrom('order_lines')
    .innerJoin('orders', 'orders.id', 'order_lines.order_id')
    .innerJoin('subscriptions', 'subscriptions.order_line_id', 'order_lines.id')
    .innerJoin('publications', 'publications.id', 'order_lines.publication_id')
    .leftJoin('shipment_lines', (join) =>
      join.onRef('shipment_lines.order_line_id', '=', 'order_lines.id').on('holds', '=', 1),
    )
    .leftJoin('shipments', 'shipments.id', 'shipment_lines.shipment_id')
    .where('orders.status', '=', orderStatus.confirmed)
    .$if(filter.profileId !== undefined, (rows) =>
      rows.where('orders.profile_id', '=', filter.profileId ?? 0),
    )
    .$if(filter.lineIds !== undefined, (rows) =>
      rows.where('order_lines.id', 'in', nonEmptyIds(filter.lineIds ?? [])),
    )
    .where('order_lines.is_download', '=', false)
    .where('renews_subscription_id', 'is', null)
    .where(({ not }) => not(isInWithdrawal))
    .where(selectOpenWithdrawal(filter.today ?? toCivilDate(new Date())), 'is', null)
    .where('suspended_at', 'is', null)
    .where((eb) =>
      eb.or([eb('shipments.id', 'is', null), eb('shipments.status', '=', shipmentStatus.delivered)]),
    )
    .$if(filter.orderIds !== undefined, (rows) =>
      rows.where('orders.id', 'in', nonEmptyIds(filter.orderIds ?? [])),
    )
    .select(['order_lines.id', 'order_lines.order_id', 'order_lines.name', 'order_lines.version'])
    .select(['airplane_registration as registration', 'airplane_is_foreign as isForeign'])
    .select('airplane_serial_number as serialNumber')
    .select(['order_lines.is_download', 'order_lines.is_signature'])
    .select(['order_lines.is_sent_immediately', 'publications.version as version_in_force'])
    .select(['subscriptions.status as unit', 'subscriptions.sent_on'])
    .select(['subscriptions.due', 'subscriptions.id as subscriptionId'])
    .orderBy('order_lines.id')
    .limit(2000)
    .execute()
  return lines.filter(isCopyFree).map((line) => ({
    ...addRevision({ ...line, ...unpackedColumns }, { isAwaitingDispatch: true }),
    packed: null,
    isSignature: line.is_signature,
  }))
}

const unpackedColumns = { sends_in_force: false, sent_version: null, packed_version: null }

type CopyRow = {
  is_download: boolean
  is_signature: boolean
  is_sent_immediately: boolean
  unit: number
  sent_on: CivilDate | null
}

function isCopyFree(line: CopyRow): boolean {
  const soldCopy = {
    isDownload: line.is_download,
    isSignature: line.is_signature,
    isSentImmediately: line.is_sent_immediately,
  }
  return canAwaitDispatch(soldCopy, { status: line.unit, sentOn: line.sent_on })
}
