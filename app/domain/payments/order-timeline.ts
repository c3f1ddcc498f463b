import { shippingTypes } from '#app/domain/checkout/shipping.ts'
import { orderStatus } from '#app/domain/orders/order-status.ts'
import type { CivilDate } from '#app/domain/platform/calendar.ts'
import type { Centavos } from '#app/domain/platform/money.ts'
import { shipmentStatus } from '#app/domain/shipments/shipment.ts'

export const milestones = [
  'received',
  'review',
  'paid',
  'released',
  'packed',
  'sent',
  'delivered',
  'returned',
  'cancelled',
  'refund',
  'chargeback',
] as const

export type Milestone = (typeof milestones)[number]

export type TimelineEntry = {
  key: string
  milestone: Milestone
  phase: 'done' | 'now' | 'ahead'
  date: CivilDate | null // null if unknown or in the future
  shipmentId: number | null // set if the order has several shipments
  value: Centavos | null
}

type Shipment = {
  id: number
  status: number
  creation_date: CivilDate
  send_date: CivilDate | null
  complete_date: CivilDate | null
  return_date: CivilDate | null
}

export type TimelineInput = {
  date: CivilDate
  status: number
  paidOn: CivilDate | null
  cancelledOn: CivilDate | null
  shippingType: string
  copiesWait: boolean // true if copies must still be packed or sent
  hasDownload: boolean
  shipments: readonly Shipment[]
  returns: readonly { value: Centavos; on: CivilDate; kind: 'refund' | 'chargeback' }[]
  owedAmount: Centavos // centavos still to be refunded
}

export function buildOrderTimeline(data: TimelineInput): TimelineEntry[] {
  const doneEntries = listDoneEntries(data).toSorted(
    (left, right) => (left.date ?? '').localeCompare(right.date ?? '') || getRank(left) - getRank(right),
  )
  return [...doneEntries, ...listComingEntries(data)]
}

function getRank({ milestone }: TimelineEntry): number {
  return milestones.indexOf(milestone)
}

function listDoneEntries(data: TimelineInput): TimelineEntry[] {
  const { date, paidOn, cancelledOn, status, hasDownload, shipments, returns } = data
  const isCancelled = status === orderStatus.cancelled
  const wasPaid = paidOn !== null && (status === orderStatus.confirmed || isCancelled)
  return [
    makeDoneEntry('received', date),
    ...(wasPaid ? [makeDoneEntry('paid', paidOn)] : []),
    ...(wasPaid && hasDownload ? [makeDoneEntry('released', paidOn)] : []),
    ...shipments.flatMap((shipment) => listShipmentEntries(shipment, shipments.length > 1)),
    ...(isCancelled ? [makeDoneEntry('cancelled', cancelledOn ?? date)] : []),
    ...returns.map(({ kind, on, value }, index) => ({
      ...makeDoneEntry(kind, on),
      key: `${kind}-${on}-${index}`,
      value,
    })),
  ]
}

function listShipmentEntries(shipment: Shipment, isOneOfSeveral: boolean): TimelineEntry[] {
  const days = {
    packed: shipment.creation_date,
    sent: shipment.send_date,
    delivered: shipment.complete_date,
    returned: shipment.status === shipmentStatus.returned ? shipment.return_date : null,
  }
  return (['packed', 'sent', 'delivered', 'returned'] as const).flatMap((milestone) => {
    const day = days[milestone]
    if (day === null) return []
    const shipmentId = isOneOfSeveral ? shipment.id : null
    return [{ ...makeDoneEntry(milestone, day), key: `${milestone}-${shipment.id}`, shipmentId }]
  })
}

function listComingEntries(data: TimelineInput): TimelineEntry[] {
  const refund = data.owedAmount > 0 ? [makeComingEntry('refund', 'now')] : []
  if (data.status === orderStatus.cancelled) return refund
  if (data.status !== orderStatus.confirmed) return listUnpaidOrderEntries(data)
  return [...listDeliveryEntries(data), ...refund]
}

function listUnpaidOrderEntries({ status, shippingType }: TimelineInput): TimelineEntry[] {
  const goodsMilestones: Milestone[] =
    shippingType === shippingTypes.download ? ['released'] : ['sent', 'delivered']
  const isUnderReview = status === orderStatus.underReview
  return [
    ...(isUnderReview ? [makeComingEntry('review', 'now')] : []),
    makeComingEntry('paid', isUnderReview ? 'ahead' : 'now'),
    ...goodsMilestones.map((milestone) => makeComingEntry(milestone, 'ahead')),
  ]
}

function listDeliveryEntries({ copiesWait, shipments }: TimelineInput): TimelineEntry[] {
  if (!copiesWait) {
    const isInTransit = shipments.some((shipment) => shipment.status === shipmentStatus.sent)
    return isInTransit ? [makeComingEntry('delivered', 'now')] : []
  }
  const hasPackedShipment = shipments.some((shipment) => shipment.status === shipmentStatus.underWay)
  const nextMilestones: Milestone[] = hasPackedShipment
    ? ['sent', 'delivered']
    : ['packed', 'sent', 'delivered']
  return nextMilestones.map((milestone, index) => makeComingEntry(milestone, index === 0 ? 'now' : 'ahead'))
}

function makeDoneEntry(milestone: Milestone, date: CivilDate): TimelineEntry {
  return { key: milestone, milestone, phase: 'done', date, shipmentId: null, value: null }
}

function makeComingEntry(milestone: Milestone, phase: 'now' | 'ahead'): TimelineEntry {
  return { key: `${milestone}-${phase}`, milestone, phase, date: null, shipmentId: null, value: null }
}
