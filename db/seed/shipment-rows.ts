import type { Insertable } from 'kysely'
import type { ShipmentType } from '#app/domain/checkout/carriers/carriers.ts'
import { calculateTrackingCheckDigit } from '#app/domain/checkout/carriers/correios.ts'
import { shippingTypes } from '#app/domain/checkout/shipping.ts'
import { addBusinessDays, addDays, type CivilDate } from '#app/domain/platform/calendar.ts'
import { getDefaultShipmentType, shipmentStatus } from '#app/domain/shipments/shipment.ts'
import { canAwaitDispatch, getStatusAfterShipment } from '#app/domain/subscriptions/subscription.ts'
import type { Database } from '#app/models/platform/schema.ts'
import type { OrderPlan } from '#db/seed/orders.ts'
import { makeInstant, referenceDate } from '#db/seed/reference-date.ts'

type Unit = Insertable<Database['subscriptions']>
type Line = {
  version: string
  is_download?: boolean
  is_signature?: boolean
  is_sent_immediately?: boolean
}

/** A paid order with the units that the payment created. Lines are numbered from `firstLineId`. */
export type ReleasedOrder = {
  plan: OrderPlan
  order: { id: number; profile_id: number; shipping_value: number; paidOn: CivilDate }
  lines: Line[]
  firstLineId: number
  units: Unit[]
  /** the member of staff who dispatches */
  ownerId: number
}

export type ShipmentRows = {
  shipments: (Insertable<Database['shipments']> & { id: number })[]
  shipmentOrders: Insertable<Database['shipment_orders']>[]
  shipmentLines: Insertable<Database['shipment_lines']>[]
}

type Event = { action: 'created' | 'sent' | 'delivered' | 'returned'; date: CivilDate; time: string }

/** Days from payment to packing, from packing to dispatch, and from dispatch to delivery. */
const packingDays = 1
const dispatchDays = 3
const deliveryDays = 14

/** Adds rows for one shipment of an order's printed copies. Returns the units with their status after it. */
export function packShipment(
  rows: ShipmentRows,
  history: Insertable<Database['history']>[],
  releasedOrder: ReleasedOrder,
): Unit[] {
  const { plan, order, units, ownerId } = releasedOrder
  const waitingLineIds = listWaitingLines(releasedOrder)
  const creationDate = addBusinessDays(order.paidOn, packingDays)
  if (waitingLineIds.length === 0 || creationDate > referenceDate) return units
  const id = rows.shipments.length + 1
  const progress = planProgress(plan, order)
  rows.shipments.push({
    id,
    profile_id: order.profile_id,
    owner_user_id: ownerId,
    type: getShipmentType(plan),
    value: order.shipping_value,
    creation_date: creationDate,
    created_at: makeInstant(creationDate, '14:00'),
    ...progress.columns,
  })
  rows.shipmentOrders.push({ shipment_id: id, order_id: order.id })
  // A returned shipment releases its lines, so that another shipment may contain them.
  const holds = progress.columns.status === shipmentStatus.returned ? null : 1
  const hasLeft = progress.events.length > 0
  rows.shipmentLines.push(
    ...waitingLineIds.map((order_line_id) => {
      const sent_version = hasLeft ? findVersion(releasedOrder, order_line_id) : null
      const packed_version = findVersion(releasedOrder, order_line_id)
      return { shipment_id: id, order_line_id, holds, sent_version, packed_version }
    }),
  )
  const events: Event[] = [{ action: 'created', date: creationDate, time: '14:00' }, ...progress.events]
  history.push(...events.flatMap((event) => toHistoryRows(event, id, order.id, ownerId)))
  return units.map((unit) =>
    waitingLineIds.includes(unit.order_line_id) ? moveUnit(unit, progress, releasedOrder) : unit,
  )
}

function listWaitingLines({ lines, firstLineId, units }: ReleasedOrder): number[] {
  const numberedLines = lines.map((line, index) => ({ line, id: firstLineId + index }))
  const findUnit = (id: number) => units.find((unit) => unit.order_line_id === id)
  return numberedLines.filter(({ line, id }) => isWaiting(line, findUnit(id))).map(({ id }) => id)
}

/** Returns the packed version. No publication of the demonstration was revised after dispatch. */
function findVersion({ lines, firstLineId }: ReleasedOrder, lineId: number): string | null {
  return lines[lineId - firstLineId]?.version ?? null
}

/** Returns the unit with its status after the shipment's events, and its tracking code unless returned. */
function moveUnit(
  unit: Unit,
  { events, columns }: ShipmentProgress,
  { lines, firstLineId }: ReleasedOrder,
): Unit {
  const isSignature = lines[unit.order_line_id - firstLineId]?.is_signature === true
  let { status } = unit
  for (const { action } of events) status = getStatusAfterShipment(action, { status, isSignature })
  const isReturned = columns.status === shipmentStatus.returned
  return {
    ...unit,
    status,
    ...(isReturned ? {} : { track_code: columns.track_code, sent_on: columns.send_date }),
  }
}

/** Returns true for a line that waits for dispatch. Renewals have no unit and no shipment here. */
function isWaiting(line: Line, unit: Unit | undefined): boolean {
  const soldForm = {
    isDownload: line.is_download === true,
    isSignature: line.is_signature === true,
    isSentImmediately: line.is_sent_immediately === true,
  }
  return unit !== undefined && canAwaitDispatch(soldForm, { status: unit.status, sentOn: null })
}

type ShipmentProgress = {
  events: (Event & { action: 'sent' | 'delivered' | 'returned' })[]
  columns: Partial<ShipmentRows['shipments'][number]>
}

/** Returns the shipment's progress on the reference date. */
function planProgress({ shipment }: OrderPlan, order: ReleasedOrder['order']): ShipmentProgress {
  const sentOn = addBusinessDays(order.paidOn, dispatchDays)
  const endsOn = addDays(sentOn, deliveryDays)
  const { underWay, sent, delivered, returned } = shipmentStatus
  if (sentOn > referenceDate || shipment === 'packed') return { events: [], columns: { status: underWay } }
  const dispatchEvent = { action: 'sent' as const, date: sentOn, time: '16:30' }
  const dispatchColumns = { send_date: sentOn, track_code: makeTrackCode(order.id), times_sent: 1 }
  if (endsOn > referenceDate)
    return { events: [dispatchEvent], columns: { ...dispatchColumns, status: sent } }
  const endOfProgress = { date: endsOn, time: '11:00' }
  return shipment === 'returned'
    ? {
        events: [dispatchEvent, { ...endOfProgress, action: 'returned' }],
        columns: { ...dispatchColumns, status: returned, return_date: endsOn },
      }
    : {
        events: [dispatchEvent, { ...endOfProgress, action: 'delivered' }],
        columns: { ...dispatchColumns, status: delivered, complete_date: endsOn },
      }
}

function getShipmentType({ shipping }: OrderPlan): ShipmentType {
  return (
    getDefaultShipmentType(shipping) ?? (shipping === shippingTypes.toBeAgreed ? 'ACOBRAR' : 'REGISTRADA')
  )
}

function makeTrackCode(orderId: number): string {
  const serial = String(10_000_000 + orderId)
  return `AA${serial}${calculateTrackingCheckDigit(serial)}BR`
}

/** Returns the entry of the shipment and, except for its creation, of the order. */
function toHistoryRows({ action, date, time }: Event, id: number, orderId: number, actorId: number) {
  const commonColumns = { actor_user_id: actorId, created_at: makeInstant(date, time) }
  const shipmentRow = { ...commonColumns, entity: 'shipment', entity_id: id, action, details: null }
  const details = JSON.stringify({ shipment: id })
  return action === 'created'
    ? [shipmentRow]
    : [
        shipmentRow,
        { ...commonColumns, entity: 'order', entity_id: orderId, action: `shipment-${action}`, details },
      ]
}
