import type { IncomingMessage, ServerResponse } from 'node:http'
import type { PoolConnection, RowDataPacket } from 'mysql2/promise'
import { findOrderTransition, orderStatus } from '#app/domain/orders/order-status.ts'
import { shipmentStatus, shipmentTransitions } from '#app/domain/shipments/shipment.ts'
import { subscriptionStatus } from '#app/domain/subscriptions/subscription.ts'
import { paths } from '#app/paths.ts'
import { findStaff, runTransaction } from './database.ts'
import { readForm } from './purchase.ts'

type StaffPost = { id: number; form: URLSearchParams; userId: number }

const posts: Record<string, (trx: PoolConnection, post: StaffPost) => Promise<string>> = {
  approval: approveOrder,
  status: cancelOrder,
  dispatch: sendShipment,
}

export async function answerStaffPost(path: string, request: IncomingMessage, response: ServerResponse) {
  const [, , , id = '', action = ''] = path.split('/')
  const form = await readForm(request)
  const viewer = await findStaff(request)
  const run = posts[action]
  if (!viewer || !run) throw new Error(`no staff or no post: ${path}`)
  const location = await runTransaction((trx) => run(trx, { id: Number(id), form, userId: viewer.id }))
  response.writeHead(303, { Location: location }).end()
}

function approveOrder(trx: PoolConnection, post: StaffPost): Promise<string> {
  return moveOrder(trx, post, 'approved')
}

function cancelOrder(trx: PoolConnection, post: StaffPost): Promise<string> {
  if (Number(post.form.get('status')) !== orderStatus.cancelled) throw new Error('another status')
  return moveOrder(trx, post, 'cancelled')
}

async function moveOrder(trx: PoolConnection, { id, userId }: StaffPost, event: 'approved' | 'cancelled') {
  const [[order]] = await trx.query<RowDataPacket[]>('select * from orders where id = ? for update', [id])
  const transition = findOrderTransition(order?.status, event)
  if (!transition) throw new Error(`order ${id} of status ${order?.status}`)
  await trx.query('update orders set status = ? where id = ?', [transition.to, id])
  await insertHistory(trx, [['order', id, event, userId, { from: order?.status }]])
  await insertEffects(trx, transition.effects, String(id))
  return paths.admin.order(id)
}

async function sendShipment(trx: PoolConnection, { id, form, userId }: StaffPost): Promise<string> {
  const [[shipment]] = await trx.query<RowDataPacket[]>('select * from shipments where id = ? for update', [
    id,
  ])
  const [copies] = await trx.query<RowDataPacket[]>(
    `select orders.id as orderId, orders.status, subscriptions.id as unitId, publications.version
     from shipment_lines join order_lines on order_lines.id = order_line_id
     join orders on orders.id = order_id join subscriptions on subscriptions.order_line_id = order_lines.id
     join publications on publications.id = order_lines.publication_id
     where shipment_id = ? order by subscriptions.id for update`,
    [id],
  )
  const [date, code] = [form.get('date'), form.get('track_code')]
  const orderIds = [...new Set<number>(copies.map(({ orderId }) => orderId))]
  const unitIds = copies.map(({ unitId }): number => unitId)
  await trx.query(
    `update shipments set status = ?, send_date = ?, track_code = ?, times_sent = times_sent + 1,
     lock_version = lock_version + 1 where id = ?`,
    [shipmentStatus.sent, date, code, id],
  )
  await trx.query(
    `update shipment_lines join order_lines on order_lines.id = order_line_id
     join publications on publications.id = publication_id
     set sent_version = publications.version, packed_version = publications.version where shipment_id = ?`,
    [id],
  )
  await trx.query(
    `update subscriptions set status = ?, track_code = ?, sent_on = ?, lock_version = lock_version + 1
     where id in (?)`,
    [subscriptionStatus.sent, code, date, unitIds],
  )
  await trx.query('update orders set updated_at = ? where id in (?)', [new Date(), orderIds])
  await insertHistory(trx, [
    ['shipment', id, 'sent', userId, { from: shipment?.status, changes: { send_date: [null, date] } }],
    ...orderIds.map((orderId) => ['order', orderId, 'shipment-sent', userId, { shipment: id }] as const),
    ...unitIds.map((unitId) => ['subscription', unitId, 'shipment-sent', userId, { shipment: id }] as const),
  ])
  await insertEffects(trx, shipmentTransitions.underWay.sent?.effects ?? [], `${id}-1`)
  return paths.admin.shipment(id)
}

type Entry = readonly [entity: string, id: number, action: string, userId: number, details: object]

async function insertHistory(trx: PoolConnection, entries: readonly Entry[]) {
  const rows = entries.map(([entity, id, action, userId, details]) => [
    ...[entity, id, action, userId],
    JSON.stringify({ source: 'staff', ...details }),
  ])
  await trx.query('insert into history (entity, entity_id, action, actor_user_id, details) values ?', [rows])
}

async function insertEffects(trx: PoolConnection, jobs: readonly string[], subject: string) {
  if (jobs.length === 0) return
  await trx.query('insert ignore into outbox (job, subject) values ?', [jobs.map((job) => [job, subject])])
}
