import { type ShipmentType, shipmentTypes } from '#app/domain/checkout/carriers/carriers.ts'
import { toCivilDate } from '#app/domain/platform/calendar.ts'
import { getDefaultShipmentType } from '#app/domain/shipments/shipment.ts'
import { isOverdue, subscriptionStatus } from '#app/domain/subscriptions/subscription.ts'
import { parseId } from '#app/http/list-params.ts'
import { filterFoundOrders } from '#app/models/orders/order-search.server.ts'
import { listWaiting, type ShipmentPlan } from '#app/models/shipments/shipment-waiting.server.ts'

/** The number of shipments on a page, all of which one form creates. */
export const shipmentsPerPage = 50

/** Returns a page of the waiting copies that a search finds. */
export async function loadWaitingPage(page: number, search: string) {
  const { rows, hasMore } = await listWaitingRows(search)
  const pages = Math.max(1, Math.ceil(rows.length / shipmentsPerPage))
  const shownRows = rows.slice((page - 1) * shipmentsPerPage, page * shipmentsPerPage)
  return { rows: shownRows, count: rows.length, hasMore, page, pages }
}

/**
 * Previews a form on all results: the first portion, line by line so that a repeat creates no duplicates, the
 * number of others, and those that cannot be created. `type` is for orders without one.
 */
export async function planWaiting(search: string, type: ShipmentType | null) {
  const { rows, hasMore } = await listWaitingRows(search)
  const typedRows = rows.map((row) => ({ ...row, type: row.type ?? type }))
  const possible = typedRows.filter((row) => row.type !== null)
  return {
    count: rows.length,
    hasMore,
    untyped: rows.filter((row) => row.type === null).length,
    portion: possible.slice(0, shipmentsPerPage),
    left: Math.max(0, possible.length - shipmentsPerPage),
    impossible: typedRows
      .filter((row) => row.type === null)
      .map((row) => ({ ...row, reason: 'type-missing' as const })),
  }
}

/** Returns the type in an address or form, or null for any other text. */
export function parseShipmentType(text: unknown): ShipmentType | null {
  return shipmentTypes.find((each) => each === text) ?? null
}

/** Returns the rows. A shipment's key consists of its client and its first copy. */
async function listWaitingRows(search: string) {
  const { shipments, hasMore } = await listWaiting()
  const ids = shipments.flatMap(({ orders }) => orders.map(({ id }) => id))
  const keptOrders = search === '' ? undefined : await filterFoundOrders(search, ids)
  const found = keptOrders
    ? shipments.filter(({ orders }) => orders.some(({ id }) => keptOrders.has(id)))
    : shipments
  const today = toCivilDate(new Date())
  const rows = found.map(({ address, orders, lines }) => {
    const [client] = orders
    return {
      key: `${client?.profile_id}-${lines[0]?.id}`,
      client,
      address,
      orders,
      lines,
      type:
        orders.map((order) => getDefaultShipmentType(order.shipping_type)).find((type) => type !== null) ??
        null,
      isExpired: lines.some(
        ({ unit, due }) => unit === subscriptionStatus.expired || (unit !== null && isOverdue(due, today)),
      ),
    }
  })
  return { rows, hasMore }
}

/** Returns the selected shipments with copies and type; null if no type was chosen. */
export function parseShipmentRequests(form: FormData): ShipmentPlan[] {
  const keys = form.getAll('shipment').filter((key) => typeof key === 'string')
  return [...new Set(keys)].slice(0, shipmentsPerPage).flatMap((key) => {
    const profileId = Number(/^(\d{1,9})-\d{1,9}$/.exec(key)?.[1])
    const lineIds = String(form.get(`lines.${key}`) ?? '')
      .split('.')
      .map(Number)
      .filter((id) => Number.isInteger(id) && id > 0)
    const type = parseShipmentType(form.get(`type.${key}`))
    const addressId = parseId(form.get(`address.${key}`))
    return profileId > 0 && lineIds.length > 0 ? [{ profileId, lineIds, type, addressId }] : []
  })
}
