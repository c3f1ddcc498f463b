import { createHash } from 'node:crypto'
import type { Insertable } from 'kysely'
import { getRegion, isState } from '#app/domain/accounts/states.ts'
import { formatBoletoReference, type IssuedBoleto } from '#app/domain/charges/issued-boleto.ts'
import { buildOwnBankBoleto } from '#app/domain/charges/own-bank-boleto.ts'
import {
  calculateShipmentWeightKg,
  chooseShippingOptions,
  shippingTypes,
} from '#app/domain/checkout/shipping.ts'
import { orderStatus } from '#app/domain/orders/order-status.ts'
import { addBusinessDays, addDays, type CivilDate, countDaysBetween } from '#app/domain/platform/calendar.ts'
import type { Effect } from '#app/domain/platform/effect.ts'
import { sumCentavos } from '#app/domain/platform/money.ts'
import type { Address } from '#app/models/accounts/address.server.ts'
import { toBoletoRow } from '#app/models/charges/boleto.server.ts'
import { makeBoletoMark } from '#app/models/charges/boleto-reference.server.ts'
import type { Database } from '#app/models/platform/schema.ts'
import { findAccountByEmail, type NumberedAccount } from '#db/seed/account-rows.ts'
import { logins } from '#db/seed/accounts.ts'
import type { AddressBook } from '#db/seed/address-book.ts'
import { bankAgreement, shopRules } from '#db/seed/company.ts'
import { type OrderPlan, orderPlans, type Unit } from '#db/seed/orders.ts'
import { makePhotoName, type PhotoPlan } from '#db/seed/photo-files.ts'
import { findPublicationByCode, publications, type SeedPublication } from '#db/seed/publications.ts'
import { makeInstant, referenceDate } from '#db/seed/reference-date.ts'
import { renewSubscriptions } from '#db/seed/renewal-rows.ts'
import { packShipment, type ShipmentRows } from '#db/seed/shipment-rows.ts'
import { shippingRates } from '#db/seed/shipping-rates.ts'
import { makeSubscriptionRows } from '#db/seed/subscription-rows.ts'

type Rows = ShipmentRows & {
  orders: Insertable<Database['orders']>[]
  orderLines: Insertable<Database['order_lines']>[]
  boletos: Insertable<Database['boletos']>[]
  history: Insertable<Database['history']>[]
  outbox: Insertable<Database['outbox']>[]
  subscriptions: Insertable<Database['subscriptions']>[]
  renewals: Insertable<Database['renewals']>[]
  photoPlans: PhotoPlan[]
}

type Order = Insertable<Database['orders']> & { id: number; date: CivilDate }
type Event = { action: string; date: CivilDate; time: string; actorUserId: number | null; details?: object }

const firstOrderId = 1001
const firstInvoiceNumber = 1841
/** Orders from this day on have no invoice yet. */
const invoicedUntil: CivilDate = '2026-11-10'
/** An unpaid order is cancelled this number of days after its boleto's due date (D16). */
const unpaidAfterDays = 30

export function makeOrderRows(addresses: AddressBook, today: CivilDate = referenceDate): Rows {
  const rows: Rows = {
    orders: [],
    orderLines: [],
    boletos: [],
    history: [],
    outbox: [],
    subscriptions: [],
    renewals: [],
    photoPlans: [],
    shipments: [],
    shipmentOrders: [],
    shipmentLines: [],
  }
  let nextInvoiceNumber = firstInvoiceNumber
  for (const [index, plan] of listPlans(today).entries()) {
    const customer = findAccountByEmail(plan.email)
    const firstLineId = rows.orderLines.length + 1
    const lines = plan.units.map((unit) => makeLine(firstOrderId + index, plan, unit))
    rows.photoPlans.push(...listPhotoPlans(plan, { lines, firstLineId, userId: customer.id }))
    const order = makeOrder({ id: firstOrderId + index, plan, customer, lines, addresses })
    const shipmentHistory: Rows['history'] = []
    if (isInvoiced(order)) order.nfe = String(nextInvoiceNumber++)
    if (plan.status === 'confirmed') {
      order.paid_on = findPaidOn(order, plan)
      const paidOrder = { plan, lines, firstLineId, ownerId: getStaffId() }
      const units = makeSubscriptionRows({ ...paidOrder, profileId: customer.id, paidOn: order.paid_on })
      rows.renewals.push(
        ...renewSubscriptions(rows, { ...paidOrder, orderId: order.id, paidOn: order.paid_on }),
      )
      const paidOrderRow = { ...order, paidOn: order.paid_on }
      rows.subscriptions.push(
        ...packShipment(rows, shipmentHistory, { ...paidOrder, units, order: paidOrderRow }),
      )
    }
    rows.orders.push(order)
    rows.orderLines.push(...lines)
    const boleto = plan.status === 'pendingPayment' ? makeBoleto(order, rows.boletos.length + 1) : null
    if (boleto) {
      const effect: Effect = 'render-boleto'
      rows.boletos.push({
        ...toBoletoRow(order.id, boleto),
        state_at: makeInstant(plan.date, plan.time),
        created_at: makeInstant(plan.date, plan.time),
      })
      rows.outbox.push({ job: effect, subject: String(order.id) })
    }
    rows.history.push(...makeHistory(order, plan, customer, boleto), ...shipmentHistory)
  }
  return rows
}

/** Returns the orders; unpaid ones are moved close to today, so that their boletos are not due yet. */
function listPlans(today: CivilDate): OrderPlan[] {
  const daysLater = Math.max(0, countDaysBetween(referenceDate, today))
  return orderPlans.map((plan) =>
    plan.status === 'pendingPayment' ? { ...plan, date: addDays(plan.date, daysLater) } : plan,
  )
}

type PlannedOrder = {
  id: number
  plan: OrderPlan
  customer: NumberedAccount
  lines: Insertable<Database['order_lines']>[]
  addresses: AddressBook
}

function makeOrder({ id, plan, customer, lines, addresses }: PlannedOrder): Order {
  const freight = findFreight(plan, customer.shipping ?? customer.billing)
  const totalPublications = sumCentavos(lines.map((line) => line.value))
  const isSent = plan.shipping !== shippingTypes.download
  return {
    id,
    profile_id: customer.id,
    status: orderStatus[plan.status],
    date: plan.date,
    total_publications: totalPublications,
    shipping_value: freight.value,
    total: totalPublications + freight.value,
    shipping_type: plan.shipping,
    shipping_days: freight.days,
    billing_address_id: addresses.add(customer.billing),
    shipping_address_id: isSent && customer.shipping ? addresses.add(customer.shipping) : null,
    purchase_order: plan.purchaseOrder ?? null,
    payer_name: customer.company?.name ?? customer.name,
    payer_document: customer.company?.cnpj ?? customer.cpf ?? '',
    reason: plan.reason ?? null,
    note: plan.note ?? null,
    nfe: null,
    checkout_token: createHash('sha256').update(`seeded order ${id}`).digest('hex').slice(0, 32),
    created_at: makeInstant(plan.date, plan.time),
  }
}

function makeLine(orderId: number, { date }: OrderPlan, unit: Unit): Insertable<Database['order_lines']> {
  const publication = findPublicationByCode(unit.code)
  return {
    order_id: orderId,
    publication_id: publication.id,
    name: publication.name,
    version: findVersionOn(date, publication),
    value: findPrice(publication, unit),
    is_signature: publication.is_signature,
    is_download: publication.is_download,
    is_sent_immediately: unit.costs !== 'renewal' && publication.is_sent_immediately,
    airplane_registration: unit.aircraft?.registration ?? null,
    airplane_serial_number: unit.aircraft?.serialNumber ?? null,
    fuel_type: unit.aircraft?.fuel ?? null,
  }
}

type PhotographedOrder = { lines: Insertable<Database['order_lines']>[]; firstLineId: number; userId: number }

/** Returns photos for orders under review and stores their names in the lines. */
function listPhotoPlans({ status, date, time, isWithoutPhoto }: OrderPlan, order: PhotographedOrder) {
  if (status !== 'underReview' || isWithoutPhoto) return []
  return order.lines.map((line, index): PhotoPlan => {
    const lineId = order.firstLineId + index
    line.photo = makePhotoName(lineId)
    // A plate shows fictitious data if the line has no aircraft.
    const serialNumber = line.airplane_serial_number ?? String(200_000 + lineId)
    const plate = {
      model: getModel(serialNumber),
      registration: line.airplane_registration ?? 'PT-DEM',
      serialNumber,
    }
    const subject = publications.find(({ id }) => id === line.publication_id)?.photo_subject ?? 'other'
    const createdAt = makeInstant(date, time)
    return { lineId, userId: order.userId, createdAt, subject, plate: { ...plate, year: '1998' } }
  })
}

function getModel(serialNumber: string): string {
  return serialNumber.startsWith('202') ? 'EMB-202A' : 'EMB-202'
}

function findPrice({ price, price_signature }: SeedPublication, { costs }: Unit): number {
  if (costs === 'nothing') return 0
  return costs === 'renewal' ? (price_signature ?? price) : price
}

/** Returns the current version, or for a day before its revision the previous version. */
function findVersionOn(day: CivilDate, { version, date }: SeedPublication): string {
  return date <= day ? version : version.replace(/\d+$/, (number) => String(Number(number) - 1))
}

/** Returns centavos and working days from the freight table; 0 without a carrier. */
function findFreight(
  { shipping, units }: OrderPlan,
  address: Address,
): { value: number; days: number | null } {
  if (shipping !== 'PAC' && shipping !== 'SEDEX') return { value: 0, days: null }
  const region = isState(address.state) ? getRegion(address.state) : undefined
  const weightKg = calculateShipmentWeightKg(
    units.map(({ code }) => {
      const { weight, is_download: isDownload } = findPublicationByCode(code)
      return { weight, quantity: 1, isDownload }
    }),
  )
  const rates = shippingRates.filter((rate) => rate.region === region)
  const option = chooseShippingOptions(rates, weightKg).find(({ service }) => service === shipping)
  if (!option) throw new RangeError(`no ${shipping} for ${weightKg} kg to ${address.state}`)
  return option
}

function isInvoiced({ status, total, date }: Order): boolean {
  return status === orderStatus.confirmed && total > 0 && date < invoicedUntil
}

function makeBoleto(order: Order, number: number): IssuedBoleto {
  return buildOwnBankBoleto(bankAgreement, {
    number,
    orderId: order.id,
    ordinal: 0,
    reference: formatBoletoReference(order.id, 0, makeBoletoMark(order.checkout_token)),
    value: order.total,
    documentDate: order.date,
    dueDate: getDueDate(order),
  })
}

function getDueDate({ date }: { date: CivilDate }): CivilDate {
  return addBusinessDays(date, shopRules.boletoDueDays)
}

function makeHistory(order: Order, plan: OrderPlan, customer: NumberedAccount, boleto: IssuedBoleto | null) {
  const { date, time } = plan
  const isInternal = plan.shipping === shippingTypes.internal
  const placedEvent = { action: 'placed', date, time, actorUserId: isInternal ? getStaffId() : customer.id }
  const issuedEvent = boleto && {
    action: 'boleto-issued',
    date,
    time,
    actorUserId: null,
    details: { ourNumber: boleto.ourNumber, dueDate: boleto.dueDate },
  }
  // A courtesy has an event of its own instead of 'placed'.
  const isCourtesy = order.total === 0 && plan.status === 'confirmed'
  const events: Event[] = [
    ...(isCourtesy ? [] : [placedEvent]),
    ...(issuedEvent ? [issuedEvent] : []),
    ...makeOutcome(order, plan),
  ]
  return events.map(
    (event): Insertable<Database['history']> => ({
      entity: 'order',
      entity_id: order.id,
      action: event.action,
      actor_user_id: event.actorUserId,
      details: event.details ? JSON.stringify(event.details) : null,
      created_at: makeInstant(event.date, event.time),
    }),
  )
}

/** Returns the rejection, cancellation or confirmation of a planned order; nothing for an open order. */
function makeOutcome(order: Order, plan: OrderPlan): Event[] {
  const nextDay = addBusinessDays(plan.date, 1)
  if (plan.reason) {
    const details = { from: orderStatus.underReview, source: 'staff' }
    return [{ action: 'rejected', date: nextDay, time: '10:30', actorUserId: getStaffId(), details }]
  }
  if (plan.status === 'cancelled') {
    const date = addDays(getDueDate(plan), unpaidAfterDays)
    return [{ action: 'cancelled', date, time: '06:00', actorUserId: null, details: { note: 'unpaid' } }]
  }
  return plan.status === 'confirmed' ? makeConfirmation(order, plan, nextDay) : []
}

/** Returns the payment's date: the day of the order for a courtesy, otherwise two banking days later. */
function findPaidOn({ total }: Order, { date }: OrderPlan): CivilDate {
  return total === 0 ? date : addBusinessDays(date, 2)
}

function makeConfirmation({ total }: Order, { date, time, units }: OrderPlan, nextDay: CivilDate): Event[] {
  if (total === 0) {
    const details = { source: 'internal-order' }
    return [{ action: 'courtesy', date, time, actorUserId: getStaffId(), details }]
  }
  const needsPhoto = units.some(({ code }) => findPublicationByCode(code).has_photo_upload)
  const approvedEvent = { action: 'approved', date: nextDay, time: '10:30', actorUserId: getStaffId() }
  const from = orderStatus.pendingPayment
  const paidEvent = { action: 'paid', date: addBusinessDays(date, 2), time: '07:15', actorUserId: null }
  return [...(needsPhoto ? [approvedEvent] : []), { ...paidEvent, details: { from, source: 'bank-file' } }]
}

function getStaffId(): number {
  return findAccountByEmail(logins.staff).id
}
