import { customerStep, type StepFacts } from '#app/domain/payments/customer-step.ts'
import { orderTimeline } from '#app/domain/payments/order-timeline.ts'
import { type CurrentBoleto, paymentState } from '#app/domain/payments/payment.ts'
import { type CivilDate, civilDateIn } from '#app/domain/platform/calendar.ts'
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

type Dated = {
  id: number
  date: CivilDate
  status: number
  paid_on: CivilDate | null
  shipping_type: string
}

type Read = {
  history: History
  shipments: Shipments
  returns: readonly ReturnedMoney[]
  /** reason of an open request for photos */
  photoReason: string | null
}

/** Returns next step and timeline of a customer's order. */
export async function readProgress(
  order: Order & Dated,
  { history, shipments, returns, photoReason }: Read,
  today: CivilDate,
) {
  const [units, money, mailed] = await Promise.all([
    listOrderUnits([order.id], today),
    findMoneyBack(order.id),
    listMilestoneMails(order.id, {
      shipmentIds: shipments.map(({ id }) => id),
      hasRefunds: returns.length > 0,
    }),
  ])
  const owed = money?.left ?? 0
  const payment = paymentState({ ...order, issue: undefined, today })
  return {
    owed,
    payment,
    step: customerStep({ ...order, payment, asksPhoto: photoReason !== null, owed, shipments, units }),
    timeline: makeTimeline(order, { history, shipments, returns, owed, units, mailed }),
  }
}

/** Returns the timeline without amounts, for readers who may not be the customer. */
export async function readTimelineOnly(
  order: Dated,
  history: History,
  shipments: Shipments,
  today: CivilDate,
) {
  const [units, mailed] = await Promise.all([
    listOrderUnits([order.id], today),
    listMilestoneMails(order.id, { shipmentIds: shipments.map(({ id }) => id), hasRefunds: false }),
  ])
  return makeTimeline(order, { history, shipments, returns: [], owed: 0, units, mailed })
}

type TimelineParts = {
  history: History
  shipments: Shipments
  returns: readonly ReturnedMoney[]
  owed: number
  units: Units
  mailed: ReadonlyMap<string, Date>
}

const cancellations = ['cancelled', 'given-up', 'rejected']

function makeTimeline(order: Dated, { history, shipments, returns, owed, units, mailed }: TimelineParts) {
  const cancellation = history.findLast(({ action }) => cancellations.includes(action))
  const entries = orderTimeline({
    date: order.date,
    status: order.status,
    paidOn: order.paid_on,
    cancelledOn: cancellation ? civilDateIn(cancellation.created_at) : null,
    shippingType: order.shipping_type,
    copiesWait: units.some((unit) => unit.awaitsDispatch),
    hasDownload: units.some((unit) => unit.isDownloadable),
    shipments,
    returns,
    owed,
  })
  return entries.map((entry) => {
    const mailedAt = mailed.get(entry.key) ?? mailed.get(`${entry.milestone}-${entry.on}`)
    return { ...entry, mailedOn: mailedAt && entry.phase === 'done' ? civilDateIn(mailedAt) : null }
  })
}

export type ShownEntry = ReturnType<typeof makeTimeline>[number]

/** Adds shipments and the next step to each order of a list. */
export async function addSteps<Row extends Order>(rows: readonly Row[], profileId: number, today: CivilDate) {
  const ids = rows.map(({ id }) => id)
  const [shipments, units, photos, owed] = await Promise.all([
    listShipmentsOfOrders(ids),
    listOrderUnits(ids, today),
    listOrdersAwaitingPhoto(ids),
    listMoneyOwed({ profileId }),
  ])
  return rows.map((row) => {
    const own = shipments.filter(({ orderId }) => orderId === row.id)
    const facts: StepFacts = {
      ...row,
      payment: paymentState({ ...row, issue: undefined, today }),
      asksPhoto: photos.has(row.id),
      owed: owed.find(({ orderId }) => orderId === row.id)?.left ?? 0,
      shipments: own,
      units: units.filter(({ orderId }) => orderId === row.id),
    }
    return { ...row, shipments: own, step: customerStep(facts) }
  })
}
