import { type ShipmentType, shipmentTypes } from '#app/domain/checkout/carriers/carriers.ts'
import { toCivilDate } from '#app/domain/platform/calendar.ts'
import { getDefaultShipmentType } from '#app/domain/shipments/shipment.ts'
import { isOverdue, subscriptionStatus } from '#app/domain/subscriptions/subscription.ts'
import { parseId } from '#app/http/list-params.ts'
import { filterFoundOrders } from '#app/models/orders/order-search.server.ts'
import { listProposedShipments, type ShipmentPlan } from '#app/models/shipments/shipment-waiting.server.ts'

/** Most shipments on a page; one form can create all of them. */
export const shipmentsPerPage = 50

/** Returns a page of the waiting copies that a search finds. */
export async function loadWaitingPage(page: number, search: string) {
  const { rows, hasMore } = await listWaitingRows(search)
  const pages = Math.max(1, Math.ceil(rows.length / shipmentsPerPage))
  const shownRows = rows.slice((page - 1) * shipmentsPerPage, page * shipmentsPerPage)
  return { rows: shownRows, count: rows.length, hasMore, page, pages }
}

/**
 * Plans shipments for all results: the first portion, the number of later shipments, and the impossible shipments. The
 * portion lists its copies, so a repeated form creates no duplicates. `type` is for orders without a type.
 */
export async function planShipments(search: string, type: ShipmentType | null) {
  const { rows, hasMore } = await listWaitingRows(search)
  const typedRows = rows.map((row) => ({ ...row, type: row.type ?? type }))
  const possibleRows = typedRows.filter((row) => row.type !== null)
  return {
    count: rows.length,
    hasMore,
    untypedCount: rows.filter((row) => row.type === null).length,
    portion: possibleRows.slice(0, shipmentsPerPage),
    laterCount: Math.max(0, possibleRows.length - shipmentsPerPage),
    impossible: typedRows
      .filter((row) => row.type === null)
      .map((row) => ({ ...row, reason: 'type-missing' as const })),
  }
}

/** Returns the type in an address or form, or null for any other text. */
export function parseShipmentType(text: unknown): ShipmentType | null {
  return shipmentTypes.find((type) => type === text) ?? null
}

/** Returns a row for each waiting shipment. The key consists of the ids of client and first copy. */
async function listWaitingRows(search: string) {
  const { shipments, hasMore } = await listProposedShipments()
  const ids = shipments.flatMap(({ orders }) => orders.map(({ id }) => id))
  const foundOrderIds = search === '' ? undefined : await filterFoundOrders(search, ids)
  const foundShipments = foundOrderIds
    ? shipments.filter(({ orders }) => orders.some(({ id }) => foundOrderIds.has(id)))
    : shipments
  const today = toCivilDate(new Date())
  const rows = foundShipments.map(({ address, orders, lines }) => {
    const [client] = orders
    const types = orders.map((order) => getDefaultShipmentType(order.shipping_type))
    return {
      key: `${client?.profile_id}-${lines[0]?.id}`,
      client,
      address,
      orders,
      lines,
      type: types.find((type) => type !== null) ?? null,
      isExpired: lines.some(
        ({ unit, due }) => unit === subscriptionStatus.expired || (unit !== null && isOverdue(due, today)),
      ),
    }
  })
  return { rows, hasMore }
}

const rowKeyPattern = /^(\d{1,9})-\d{1,9}$/

/** Parses ids of lines: '12.13'. */
function parseLineIds(text: string): number[] {
  const numbers = text.split('.').map(Number)
  return numbers.filter((number) => Number.isInteger(number) && number > 0)
}

/** Returns the selected shipments with their copies and types; a type is null if none was chosen. */
export function parseShipmentRequests(form: FormData): ShipmentPlan[] {
  const keys = form.getAll('shipment').filter((key) => typeof key === 'string')
  return [...new Set(keys)].slice(0, shipmentsPerPage).flatMap((key) => {
    const profileId = Number(rowKeyPattern.exec(key)?.[1])
    const lineIds = parseLineIds(String(form.get(`lines.${key}`) ?? ''))
    const type = parseShipmentType(form.get(`type.${key}`))
    const addressId = parseId(form.get(`address.${key}`))
    return profileId > 0 && lineIds.length > 0 ? [{ profileId, lineIds, type, addressId }] : []
  })
}
