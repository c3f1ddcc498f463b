import { sql } from 'kysely'
import { addDays, addYears, type CivilDate, toCivilDate } from '#app/domain/platform/calendar.ts'
import { shipmentStatus } from '#app/domain/shipments/shipment.ts'
import { subscriptionStatus } from '#app/domain/subscriptions/subscription.ts'
import { db } from '#app/models/platform/db.server.ts'
import { insertOrders, type Line, type Order } from './orders.ts'
import { findNewestId, insertRows } from './rows.ts'

/** Ships every third paid order five days after it was placed. Older shipments are delivered. */
export async function addShipments(lines: readonly Line[], ownerId: number): Promise<number> {
  const newestId = await findNewestId('shipments')
  const today = toCivilDate(new Date())
  const shippedLines = lines.filter(({ order }) => order.paidOn && order.index % 3 === 0)
  const rows = [...new Set(shippedLines.map(({ order }) => order))].map((order, index) => ({
    id: newestId + index + 1,
    order,
  }))
  const shipmentByOrder = new Map(rows.map(({ id, order }) => [order, id]))
  await insertRows('shipments', rows, ({ id, order }) => {
    const day = addDays(order.date, 5)
    const isPending = day > today
    const isDelivered = day < addDays(today, -20)
    return {
      id,
      profile_id: order.person.profileId,
      owner_user_id: ownerId,
      type: 'PAC',
      creation_date: order.date,
      status: getShipmentStatus({ isPending, isDelivered }),
      send_date: isPending ? null : day,
      complete_date: isDelivered ? addDays(day, 9) : null,
      track_code: isPending ? null : `AA${String(id).padStart(9, '0')}BR`,
    }
  })
  await insertRows('shipment_orders', rows, ({ id, order }) => ({ shipment_id: id, order_id: order.id }))
  await insertRows('shipment_lines', shippedLines, ({ id, order, publication }) => ({
    shipment_id: shipmentByOrder.get(order) ?? 0,
    order_line_id: id,
    sent_version: addDays(order.date, 5) > today ? null : publication.version,
  }))
  return rows.length
}

function getShipmentStatus({ isPending, isDelivered }: { isPending: boolean; isDelivered: boolean }) {
  if (isPending) return shipmentStatus.underWay
  return isDelivered ? shipmentStatus.delivered : shipmentStatus.sent
}

/** Renews every tenth expired subscription, on the day after it expired. */
export async function addRenewals(lines: readonly Line[]): Promise<number> {
  const today = toCivilDate(new Date())
  const linesById = new Map(lines.map((line) => [line.id, line]))
  const expiredUnits = await db
    .selectFrom('subscriptions')
    .select(['id', 'order_line_id', 'due'])
    .where('due', '<', today)
    .where(sql<number>`id % 10`, '=', 0)
    .orderBy('id')
    .execute()
  const newestIds = { order: await findNewestId('orders'), line: await findNewestId('order_lines') }
  const renewals = expiredUnits.flatMap(({ id, order_line_id, due }, index) => {
    const line = linesById.get(order_line_id)
    return line && due ? [makeRenewal(line, { id, due }, newestIds, index)] : []
  })
  await insertOrders(renewals.map(({ order }) => order))
  await insertRows('order_lines', renewals, ({ order, line, lineId, unitId }) => ({
    id: lineId,
    order_id: order.id,
    publication_id: line.publication.id,
    renews_subscription_id: unitId,
    name: line.publication.name,
    version: line.publication.version,
    value: line.publication.price,
    is_signature: true,
    is_download: line.publication.is_download,
  }))
  await insertRows('renewals', renewals, ({ lineId, unitId, due, dueAfter }) => ({
    order_line_id: lineId,
    subscription_id: unitId,
    due_before: due,
    due_after: dueAfter,
    applied_at: new Date(),
  }))
  await extendSubscriptions(today)
  return renewals.length
}

/** Returns the renewal of a unit, ordered and paid on the day after its due date. */
function makeRenewal(
  line: Line,
  unit: { id: number; due: CivilDate },
  newestIds: { order: number; line: number },
  index: number,
) {
  const date = addDays(unit.due, 1)
  const { person } = line.order
  const order: Order = { id: newestIds.order + index + 1, index, date, person, paidOn: date }
  return {
    line,
    order,
    lineId: newestIds.line + index + 1,
    unitId: unit.id,
    due: unit.due,
    dueAfter: addYears(unit.due, 1),
  }
}

/** Extends renewed subscriptions to their new due date. Those that are valid again get back their status. */
async function extendSubscriptions(today: CivilDate) {
  await db
    .updateTable(['subscriptions', 'renewals'])
    .set((eb) => ({ due: eb.ref('due_after'), times_renewed: 1 }))
    .whereRef('subscription_id', '=', 'subscriptions.id')
    .where('times_renewed', '=', 0)
    .execute()
  await db
    .updateTable('subscriptions')
    .set((eb) => ({ status: eb.fn.coalesce('status_before_expiry', 'status'), expired_on: null }))
    .where('status', '=', subscriptionStatus.expired)
    .where('due', '>=', today)
    .execute()
}

export async function addHistory(orders: readonly Order[], actorId: number): Promise<number> {
  const entries = orders.flatMap(({ id, paidOn }) => [
    { id, action: 'created', actor: null },
    ...(paidOn ? [{ id, action: 'paid', actor: actorId }] : []),
  ])
  await insertRows('history', entries, ({ id, action, actor }) => ({
    entity: 'order',
    entity_id: id,
    action,
    actor_user_id: actor,
    details: null,
  }))
  return entries.length
}
