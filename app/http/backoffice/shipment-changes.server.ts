import type { ShipmentType } from '#app/domain/checkout/carriers/carriers.ts'
import type { ShipmentChanges } from '#app/models/shipments/shipment.server.ts'
import { listSelectableOrders } from '#app/models/shipments/shipment-contents.server.ts'
import type { StaffShipment } from '#app/models/shipments/shipment-detail.server.ts'

/** Returns the shipment's orders and the client's other orders with unshipped copies. */
export async function listPickableOrders(shipment: StaffShipment) {
  const free = await listSelectableOrders(shipment.profile_id)
  const own = shipment.orders.map((order) => ({
    ...order,
    lines: [
      ...shipment.lines.filter((line) => line.order_id === order.id),
      ...free.filter(({ id }) => id === order.id).flatMap(({ lines }) => lines),
    ],
  }))
  return [...own, ...free.filter(({ id }) => !own.some((order) => order.id === id))]
}

export function toChosenContents({ orderIds, lines }: Pick<StaffShipment, 'orderIds' | 'lines'>) {
  const newer = lines.filter(({ sendsNewer }) => sendsNewer)
  return { orders: orderIds, lines: lines.map(({ id }) => id), newer: newer.map(({ id }) => id) }
}

type Picked = { order?: number[]; line?: number[]; newer?: number[]; destination?: number | undefined }

export type ShipmentInput = Picked & { type?: ShipmentType; owner?: number; value?: number; note: string }

/** Returns only the changed fields, so that a save leaves the others unchanged. */
export function getTypedChanges(shipment: StaffShipment, typedShipment: ShipmentInput): ShipmentChanges {
  const { type, owner, value, note } = typedShipment
  return {
    note: note || null,
    ...(type === undefined ? {} : { type }),
    ...(owner === undefined || owner === shipment.owner_user_id ? {} : { ownerUserId: owner }),
    ...(value === undefined || value === shipment.value ? {} : { value }),
    ...(typedShipment.order ? parseContents(shipment, typedShipment) : {}),
  }
}

function parseContents(shipment: StaffShipment, { order = [], line = [], newer = [], destination }: Picked) {
  const { lines, newer: before } = toChosenContents(shipment)
  // Only some copies have a choice on the form; the revision of the others stays.
  const isOffered = (id: number) => shipment.lines.find((each) => each.id === id)?.newer !== null
  const keptIds = before.filter((id) => !isOffered(id))
  const after = [...newer.filter((id) => line.includes(id)), ...keptIds]
  const isSameAddress = destination === undefined || destination === shipment.address?.id
  if (isSame(lines, line) && isSame(before, after) && isSameAddress) return {}
  return { contents: { orderIds: order, lineIds: line, newerLineIds: after, addressId: destination } }
}

function isSame(some: readonly number[], others: readonly number[]): boolean {
  const sortIds = (ids: readonly number[]) => ids.toSorted((a, b) => a - b).join()
  return sortIds(some) === sortIds(others)
}
