import { sql } from 'kysely'
import type { ShipmentType } from '#app/domain/checkout/carriers/carriers.ts'
import { orderStatus } from '#app/domain/orders/order-status.ts'
import { type CivilDate, toCivilDate } from '#app/domain/platform/calendar.ts'
import { shipmentStatus } from '#app/domain/shipments/shipment.ts'
import { subscriptionStatus, waitingBeforeExpiry } from '#app/domain/subscriptions/subscription.ts'
import { orderAddressId } from '#app/models/orders/delivery-address.server.ts'
import { db } from '#app/models/platform/db.server.ts'
import type { Actor } from '#app/models/platform/history.server.ts'
import { nonEmptyIds } from '#app/models/platform/non-empty.ts'
import { createShipment } from '#app/models/shipments/shipment.server.ts'
import { makeAddressKey } from '#app/models/shipments/shipment-address.server.ts'
import { listAddresses } from '#app/models/shipments/shipment-client.server.ts'
import {
  listFreeLines,
  type ShipmentRefusalReason,
  ShipmentRefused,
} from '#app/models/shipments/shipment-contents.server.ts'
import { isInWithdrawal, selectOpenWithdrawal } from '#app/models/subscriptions/suspension.server.ts'

/** Maximum number of copies that are read, oldest first */
export const maxWaiting = 1000

/** Returns a proposed shipment for each client and address, with the oldest order first. */
export async function listProposedShipments(
  maxLines = maxWaiting,
  today: CivilDate = toCivilDate(new Date()),
) {
  const lineIds = await findWaitingLineIds(maxLines, today)
  const lines = await listFreeLines(db, { lineIds: lineIds.slice(0, maxLines), today })
  const orders = await listOrders([...new Set(lines.map((line) => line.order_id))])
  const addresses = await listAddresses([...new Set(orders.map((order) => order.addressId))])
  const addressesById = new Map(addresses.map((address) => [address.id, address]))
  const shipments = new Map<string, WaitingShipment>()
  for (const order of orders) {
    const address = addressesById.get(order.addressId)
    if (!address) continue
    const key = `${order.profile_id} ${makeAddressKey(address)}`
    const orderLines = lines.filter((line) => line.order_id === order.id)
    const shipment = shipments.get(key) ?? { address, orders: [], lines: [] }
    shipments.set(key, {
      ...shipment,
      orders: [...shipment.orders, order],
      lines: [...shipment.lines, ...orderLines],
    })
  }
  return { shipments: [...shipments.values()], hasMore: lineIds.length > maxLines }
}

type WaitingShipment = {
  address: Awaited<ReturnType<typeof listAddresses>>[number]
  orders: Awaited<ReturnType<typeof listOrders>>
  lines: Awaited<ReturnType<typeof listFreeLines>>
}

/** Returns ids of waiting copies and of copies that expired before dispatch. Reads each kind from its index. */
async function findWaitingLineIds(maxLines: number, today: CivilDate): Promise<number[]> {
  const { awaitingDispatch, expired } = subscriptionStatus
  const copies = selectOpenCopies(maxLines + 1, today)
  const [waitingRows, expiredRows] = await Promise.all([
    copies.where('subscriptions.status', '=', awaitingDispatch).execute(),
    copies
      .where('subscriptions.status', '=', expired)
      .where('status_before_expiry', 'in', waitingBeforeExpiry)
      .where('sent_on', 'is', null)
      .execute(),
  ])
  const ids = [...waitingRows, ...expiredRows].map(({ id }) => id)
  return ids.sort((id, otherId) => id - otherId)
}

/**
 * Selects the copies of `listProposedShipments` without its limit. `since` is noon in São Paulo (15:00 UTC)
 * on the payment date of the order.
 */
export function selectWaitingCopies(today: CivilDate) {
  const { awaitingDispatch, expired } = subscriptionStatus
  return selectOpenCopies(maxWaiting, today)
    .clearLimit()
    .clearOrderBy()
    .where((eb) =>
      eb.or([
        eb('subscriptions.status', '=', awaitingDispatch),
        eb.and([
          eb('subscriptions.status', '=', expired),
          eb('status_before_expiry', 'in', waitingBeforeExpiry),
          eb('sent_on', 'is', null),
        ]),
      ]),
    )
    .select(sql<Date>`coalesce(timestamp(orders.paid_on, '15:00:00'), orders.created_at)`.as('since'))
}

/** Selects printed copies of paid orders that no pending or sent shipment contains. Omits suspended copies. */
function selectOpenCopies(limit: number, today: CivilDate) {
  return db
    .selectFrom('order_lines')
    .innerJoin('orders', 'orders.id', 'order_lines.order_id')
    .innerJoin('subscriptions', 'subscriptions.order_line_id', 'order_lines.id')
    .leftJoin('shipment_lines', (join) =>
      join.onRef('shipment_lines.order_line_id', '=', 'order_lines.id').on('holds', '=', 1),
    )
    .leftJoin('shipments', 'shipments.id', 'shipment_lines.shipment_id')
    .where('orders.status', '=', orderStatus.confirmed)
    .where('is_download', '=', false)
    .where('suspended_at', 'is', null)
    .where(({ not }) => not(isInWithdrawal))
    .where(selectOpenWithdrawal(today), 'is', null)
    .where((eb) =>
      eb.or([eb('shipments.id', 'is', null), eb('shipments.status', '=', shipmentStatus.delivered)]),
    )
    .select('order_lines.id')
    .orderBy('order_lines.id')
    .limit(limit)
}

function listOrders(ids: readonly number[]) {
  return db
    .selectFrom('orders')
    .innerJoin('profiles', 'profiles.id', 'orders.profile_id')
    .where('orders.id', 'in', nonEmptyIds(ids))
    .select(['orders.id', 'orders.profile_id', 'date', 'paid_on', 'nfe', 'shipping_type', 'shipping_value'])
    .select(['is_company', 'name', 'company_name'])
    .select(orderAddressId.as('addressId'))
    .orderBy('orders.id')
    .execute()
}

export type ShipmentPlan = {
  profileId: number
  lineIds: number[]
  type: ShipmentType | null
  /** id of the address that the page showed */
  addressId?: number | undefined
}
export type ShipmentRefusal = ShipmentRefusalReason | 'type-missing'

/** Creates each shipment in its own transaction because a rejection must not prevent the other shipments. */
export async function createShipments(
  plans: readonly ShipmentPlan[],
  context: { ownerUserId: number; today: CivilDate },
  actor: Actor,
) {
  const made: number[] = []
  const refused: { profileId: number; reason: ShipmentRefusal }[] = []
  for (const plan of plans) {
    const idOrRefusal = await createPlannedShipment(plan, context, actor)
    if (typeof idOrRefusal === 'number') made.push(idOrRefusal)
    else refused.push({ profileId: plan.profileId, reason: idOrRefusal })
  }
  return { made, refused }
}

async function createPlannedShipment(
  { profileId, lineIds, type, addressId }: ShipmentPlan,
  { ownerUserId, today }: { ownerUserId: number; today: CivilDate },
  actor: Actor,
): Promise<number | ShipmentRefusal> {
  if (type === null) return 'type-missing'
  const orders = await db
    .selectFrom('order_lines')
    .select('order_id')
    .distinct()
    .where('id', 'in', nonEmptyIds(lineIds))
    .execute()
  const contents = { orderIds: orders.map((row) => row.order_id), lineIds, addressId }
  const shipment = { profileId, ownerUserId, type, value: null, note: null, creationDate: today, contents }
  try {
    return await createShipment(shipment, actor)
  } catch (error) {
    if (error instanceof ShipmentRefused) return error.reason
    throw error
  }
}
