import { type CustomerStepInput, getCustomerStep } from '#app/domain/payments/customer-step.ts'
import { buildOrderTimeline } from '#app/domain/payments/order-timeline.ts'
import { type CurrentBoleto, getPaymentState } from '#app/domain/payments/payment.ts'
import { type CivilDate, toCivilDate } from '#app/domain/platform/calendar.ts'
import type { ReturnedMoney } from '#app/models/charges/returned-money.server.ts'
import { listOrdersAwaitingPhoto } from '#app/models/orders/awaited-photo.server.ts'
import { listMilestoneMails } from '#app/models/orders/milestone-mails.server.ts'
import { findMoneyBack, listMoneyOwed } from '#app/models/payments/money-back.server.ts'
import type { listHistory } from '#app/models/platform/history.server.ts'
import { listShipmentsOfOrders } from '#app/models/shipments/shipment.server.ts'
import { listOrderUnits } from '#app/models/subscriptions/order-units.server.ts'

type History = Awaited<ReturnType<typeof listHistory>>
type Shipments = Awaited<ReturnType<typeof listShipmentsOfOrders>>
type Units = Awaited<ReturnType<typeof listOrderUnits>>

type Order = {
  id: number
  status: number
  reason: string | null
  boleto: CurrentBoleto | null
  isImported: boolean
}

type OrderDates = {
  id: number
  date: CivilDate
  status: number
  paid_on: CivilDate | null
  shipping_type: string
}

type ProgressRecords = {
  history: History
  shipments: Shipments
  returns: readonly ReturnedMoney[]
  /** reason of an open request for photos */
  photoReason: string | null
}

/** Returns the amount owed to the customer, the payment state, the next step and the timeline of an order. */
export async function readProgress(
  order: Order & OrderDates,
  { history, shipments, returns, photoReason }: ProgressRecords,
  today: CivilDate,
) {
  const [units, money, mailTimes] = await Promise.all([
    listOrderUnits([order.id], today),
    findMoneyBack(order.id),
    listMilestoneMails(order.id, {
      shipmentIds: shipments.map(({ id }) => id),
      hasRefunds: returns.length > 0,
    }),
  ])
  const owedAmount = money?.owed ?? 0
  const payment = getPaymentState({ ...order, issue: undefined, today })
  return {
    owedAmount,
    payment,
    step: getCustomerStep({
      ...order,
      payment,
      needsPhoto: photoReason !== null,
      owedAmount,
      shipments,
      units,
    }),
    timeline: makeTimeline(order, { history, shipments, returns, owedAmount, units, mailTimes }),
  }
}

/** Returns the timeline without amounts, for readers who may not be the customer. */
export async function readTimelineOnly(
  order: OrderDates,
  { history, shipments }: { history: History; shipments: Shipments },
  today: CivilDate,
) {
  const [units, mailTimes] = await Promise.all([
    listOrderUnits([order.id], today),
    listMilestoneMails(order.id, { shipmentIds: shipments.map(({ id }) => id), hasRefunds: false }),
  ])
  return makeTimeline(order, { history, shipments, returns: [], owedAmount: 0, units, mailTimes })
}

type TimelineParts = {
  history: History
  shipments: Shipments
  returns: readonly ReturnedMoney[]
  owedAmount: number
  units: Units
  /** times of the mails by milestone */
  mailTimes: ReadonlyMap<string, Date>
}

const cancellationActions = ['cancelled', 'given-up', 'rejected']

function makeTimeline(
  order: OrderDates,
  { history, shipments, returns, owedAmount, units, mailTimes }: TimelineParts,
) {
  const cancellation = history.findLast(({ action }) => cancellationActions.includes(action))
  const entries = buildOrderTimeline({
    date: order.date,
    status: order.status,
    paidOn: order.paid_on,
    cancelledOn: cancellation ? toCivilDate(cancellation.created_at) : null,
    shippingType: order.shipping_type,
    copiesWait: units.some((unit) => unit.isAwaitingDispatch),
    hasDownload: units.some((unit) => unit.isDownloadable),
    shipments,
    returns,
    owedAmount,
  })
  return entries.map((entry) => {
    // Mails about refunds have the key `refund-{day}`.
    const mailedAt = mailTimes.get(entry.key) ?? mailTimes.get(`${entry.milestone}-${entry.date}`)
    return { ...entry, mailedOn: mailedAt && entry.phase === 'done' ? toCivilDate(mailedAt) : null }
  })
}

export type ShownMilestone = ReturnType<typeof makeTimeline>[number]

/** Adds shipments and the next step to each order of a list. */
export async function addSteps<Row extends Order>(rows: readonly Row[], profileId: number, today: CivilDate) {
  const ids = rows.map(({ id }) => id)
  const [shipments, units, orderIdsAwaitingPhoto, moneyOwed] = await Promise.all([
    listShipmentsOfOrders(ids),
    listOrderUnits(ids, today),
    listOrdersAwaitingPhoto(ids),
    listMoneyOwed({ profileId }),
  ])
  return rows.map((row) => {
    const ownShipments = shipments.filter(({ orderId }) => orderId === row.id)
    const stepInput: CustomerStepInput = {
      ...row,
      payment: getPaymentState({ ...row, issue: undefined, today }),
      needsPhoto: orderIdsAwaitingPhoto.has(row.id),
      owedAmount: moneyOwed.find(({ orderId }) => orderId === row.id)?.owed ?? 0,
      shipments: ownShipments,
      units: units.filter(({ orderId }) => orderId === row.id),
    }
    return { ...row, shipments: ownShipments, step: getCustomerStep(stepInput) }
  })
}
