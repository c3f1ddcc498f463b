import { civilDateIn } from '#app/domain/platform/calendar.ts'
import { defaultMethod, shipmentTypes } from '#app/domain/shipments/shipment.ts'
import { isOverdue, subscriptionStatus } from '#app/domain/subscriptions/subscription.ts'
import { listWaiting, type ShipmentWish } from '#app/models/shipments/shipment-waiting.server.ts'

/** Shipments on one page: as many as are made by one act. */
const shipmentsPerPage = 50

/** One page of what waits to be sent; the key of a shipment is its client and its first copy. */
export async function waitingPage(page: number) {
  const { shipments, hasMore } = await listWaiting()
  const shown = shipments.slice((page - 1) * shipmentsPerPage, page * shipmentsPerPage)
  const today = civilDateIn(new Date())
  const rows = shown.map(({ address, orders, lines }) => {
    const [client] = orders
    return {
      key: `${client?.profile_id}-${lines[0]?.id}`,
      client,
      address,
      orders,
      lines,
      type: orders.map((order) => defaultMethod(order.shipping_type)).find((type) => type !== null) ?? null,
      isExpired: lines.some(
        ({ unit, due }) => unit === subscriptionStatus.expired || (unit !== null && isOverdue(due, today)),
      ),
    }
  })
  const pages = Math.max(1, Math.ceil(shipments.length / shipmentsPerPage))
  return { rows, count: shipments.length, hasMore, page, pages }
}

/** The shipments ticked on the page, each with its copies and the way it travels, null when none was chosen. */
export function shipmentWishes(form: FormData): ShipmentWish[] {
  const keys = form.getAll('shipment').filter((key) => typeof key === 'string')
  return [...new Set(keys)].slice(0, shipmentsPerPage).flatMap((key) => {
    const profileId = Number(/^(\d{1,9})-\d{1,9}$/.exec(key)?.[1])
    const lineIds = String(form.get(`lines.${key}`) ?? '')
      .split('.')
      .map(Number)
      .filter((id) => Number.isInteger(id) && id > 0)
    const type = shipmentTypes.find((each) => each === form.get(`type.${key}`)) ?? null
    return profileId > 0 && lineIds.length > 0 ? [{ profileId, lineIds, type }] : []
  })
}
