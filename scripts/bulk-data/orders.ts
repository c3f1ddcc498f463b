import { orderStatus } from '#app/domain/orders/order-status.ts'
import { addDays, addYears, type CivilDate, toCivilDate } from '#app/domain/platform/calendar.ts'
import { subscriptionStatus } from '#app/domain/subscriptions/subscription.ts'
import { db } from '#app/models/platform/db.server.ts'
import type { Person } from './people.ts'
import { findNewestId, insertRows, pickValue } from './rows.ts'

const DAYS_BACK = 1_800
const { confirmed, pendingPayment, cancelled, underReview } = orderStatus
const statuses = [
  ...[confirmed, confirmed, confirmed, confirmed, confirmed, confirmed],
  ...[pendingPayment, cancelled, cancelled, underReview],
]

export type Order = { id: number; person: Person; date: CivilDate; paidOn: CivilDate | null; index: number }
export type Line = { id: number; order: Order; publication: SoldPublication }
type SoldPublication = Awaited<ReturnType<typeof listSoldPublications>>[number]
type Unit = { line: Line; due: CivilDate | null; isOver: boolean }

/** Adds orders of about five years, oldest first, with two or three lines each. Six of ten are paid. */
export async function addOrders(count: number, people: Person[]) {
  const soldPublications = await listSoldPublications()
  const today = toCivilDate(new Date())
  const newestIds = { order: await findNewestId('orders'), line: await findNewestId('order_lines') }
  const orders = Array.from({ length: count }, (_, index): Order => {
    const date = addDays(today, -Math.floor(((count - index) * DAYS_BACK) / count))
    const person = pickValue(people, index * 7 + Math.floor(index / 11))
    const paidOn = pickValue(statuses, index) === confirmed ? date : null
    return { id: newestIds.order + index + 1, index, date, person, paidOn }
  })
  const lines = orders
    .flatMap((order) =>
      Array.from({ length: order.index % 2 === 0 ? 3 : 2 }, (_, lineIndex) => ({
        order,
        publication: pickValue(soldPublications, order.index + lineIndex),
      })),
    )
    .map((line, index): Line => ({ ...line, id: newestIds.line + index + 1 }))
  await insertOrders(orders)
  await insertLines(lines)
  await insertUnits(lines, today)
  return { orders, lines }
}

export async function insertOrders(orders: readonly Order[]) {
  await insertRows('orders', orders, ({ id, index, date, person, paidOn }) => {
    const status = paidOn ? confirmed : pickValue(statuses, index)
    return {
      id,
      profile_id: person.profileId,
      status,
      date,
      total_publications: 100_00 + index,
      shipping_value: 0,
      total: 100_00 + index,
      shipping_type: 'PAC',
      billing_address_id: person.addressId,
      shipping_address_id: null,
      payer_name: person.name,
      payer_document: person.document,
      reason: status === cancelled && index % 4 === 0 ? 'Foto ilegível' : null,
      nfe: status === confirmed ? String(500_000 + index) : null,
      checkout_token: id.toString(16).padStart(32, '0'),
      paid_on: paidOn,
    }
  })
}

async function insertLines(lines: readonly Line[]) {
  await insertRows('order_lines', lines, ({ id, order, publication }, index) => ({
    id,
    order_id: order.id,
    publication_id: publication.id,
    name: publication.name,
    version: publication.version,
    value: publication.price,
    is_signature: publication.is_signature,
    is_download: publication.is_download,
    airplane_registration: makeRegistration(index),
    airplane_serial_number: String(200_000 + (index % 5_000)),
    fuel_type: (index % 3) + 1,
  }))
}

async function insertUnits(lines: readonly Line[], today: CivilDate) {
  const units = lines.flatMap((line): Unit[] => {
    const { paidOn } = line.order
    if (!paidOn) return []
    const due = line.publication.is_signature ? addYears(paidOn, 1) : null
    return [{ line, due, isOver: due !== null && due < today }]
  })
  await insertRows('subscriptions', units, ({ line, due, isOver }, index) => {
    const { id, order, publication } = line
    const status = getUnitStatus(publication)
    return {
      order_line_id: id,
      profile_id: order.person.profileId,
      publication_id: publication.id,
      status: isOver ? subscriptionStatus.expired : status,
      status_before_expiry: isOver ? status : null,
      expired_on: isOver ? due : null,
      starts_on: order.date,
      due,
      suspended_at: index % 500 === 0 ? new Date() : null,
    }
  })
}

function getUnitStatus({ is_download, is_signature }: SoldPublication) {
  if (is_download) return subscriptionStatus.downloadReleased
  return is_signature ? subscriptionStatus.active : subscriptionStatus.sent
}

function listSoldPublications() {
  return db
    .selectFrom('publications')
    .select(['id', 'name', 'version', 'price', 'is_signature', 'is_download'])
    .orderBy('id')
    .execute()
}

/** Returns one of 2,600 registrations, so that each has several orders. */
function makeRegistration(index: number): string {
  const letters = [index % 26, Math.floor(index / 26) % 10, Math.floor(index / 260) % 10]
  return `PT-${letters.map((letter) => String.fromCharCode(65 + letter)).join('')}`
}
