import type { ShipmentType } from '#app/domain/checkout/carriers/carriers.ts'
import type { ShipmentChanges } from '#app/models/shipments/shipment.server.ts'
import { listSelectableOrders } from '#app/models/shipments/shipment-contents.server.ts'
import type { StaffShipment } from '#app/models/shipments/shipment-detail.server.ts'

/** Returns the shipment's orders and the client's other orders with unshipped copies. */
export async function listPickableOrders(shipment: StaffShipment) {
  const selectableOrders = await listSelectableOrders(shipment.profile_id)
  const ownOrders = shipment.orders.map((order) => ({
    ...order,
    lines: [
      ...shipment.lines.filter((line) => line.order_id === order.id),
      ...selectableOrders.filter(({ id }) => id === order.id).flatMap(({ lines }) => lines),
    ],
  }))
  const otherOrders = selectableOrders.filter(({ id }) => !ownOrders.some((order) => order.id === id))
  return [...ownOrders, ...otherOrders]
}

export function toChosenContents({ orderIds, lines }: Pick<StaffShipment, 'orderIds' | 'lines'>) {
  const newerLines = lines.filter(({ sendsNewer }) => sendsNewer)
  return { orders: orderIds, lines: lines.map(({ id }) => id), newerLines: newerLines.map(({ id }) => id) }
}

type ContentsInput = { order?: number[]; line?: number[]; newer?: number[]; destination?: number | undefined }

export type ShipmentInput = ContentsInput & {
  type?: ShipmentType
  owner?: number
  value?: number
  note: string
}

/** Returns only the changed fields, because a save must not overwrite other fields. */
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

/** Returns the contents that the form changes; an empty object if it changes none. */
function parseContents(
  shipment: StaffShipment,
  { order = [], line = [], newer = [], destination }: ContentsInput,
) {
  const { lines, newerLines: newerBefore } = toChosenContents(shipment)
  // Copies without a choice of revision on the form retain their revision.
  const hasRevisionChoice = (id: number) =>
    shipment.lines.find((copy) => copy.id === id)?.selectableRevision !== null
  const unchangedIds = newerBefore.filter((id) => !hasRevisionChoice(id))
  const newerAfter = [...newer.filter((id) => line.includes(id)), ...unchangedIds]
  const isSameAddress = destination === undefined || destination === shipment.address?.id
  const hasSameLines = haveSameIds(lines, line)
  const hasSameRevisions = haveSameIds(newerBefore, newerAfter)
  if (hasSameLines && hasSameRevisions && isSameAddress) return {}
  return { contents: { orderIds: order, lineIds: line, newerLineIds: newerAfter, addressId: destination } }
}

function haveSameIds(left: readonly number[], right: readonly number[]): boolean {
  const joinSorted = (ids: readonly number[]) => ids.toSorted((first, second) => first - second).join()
  return joinSorted(left) === joinSorted(right)
}
