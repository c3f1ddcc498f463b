import { sql } from 'kysely'
import { orderStatus } from '#app/domain/orders/order-status.ts'
import {
  canWithdraw,
  lastWithdrawalDay,
  receiptOf,
  type WithdrawalOutcome,
} from '#app/domain/orders/withdrawal.ts'
import { type CivilDate, civilDateIn } from '#app/domain/platform/calendar.ts'
import type { WithdrawalEffect } from '#app/domain/reports/effect.ts'
import { shipmentStatus } from '#app/domain/shipments/shipment.ts'
import { isCopyDue } from '#app/domain/subscriptions/subscription.ts'
import { lockOrder } from '#app/models/charges/order-lock.server.ts'
import { isInTransitOrDelivered } from '#app/models/orders/in-transit.server.ts'
import { type DbOrTrx, db, type Trx, withTransaction } from '#app/models/platform/db.server.ts'
import type { Actor } from '#app/models/platform/history.server.ts'
import { recordHistory } from '#app/models/platform/history.server.ts'
import { addToOutbox } from '#app/models/platform/outbox.server.ts'
import { takeBackRenewals } from '#app/models/subscriptions/renewal.server.ts'
import { suspendUnits } from '#app/models/subscriptions/suspension.server.ts'

const effects = ['acknowledge-withdrawal', 'forward-withdrawal'] as const satisfies WithdrawalEffect[]

type Owned = { orderId: number; profileId: number }

/**
 * Whether and until when an own paid order can be returned (CDC art. 49), with copies left and requests. `lastDay` is
 * null while a copy is still to arrive. Undefined for another's order (D49).
 */
export async function findWithdrawalChance(
  { orderId, profileId }: Owned,
  today: CivilDate,
  reader: DbOrTrx = db,
) {
  const order = await reader
    .selectFrom('orders')
    .select(['id', 'status', 'paid_on', 'total'])
    .where('id', '=', orderId)
    .where('profile_id', '=', profileId)
    .executeTakeFirst()
  if (!order) return undefined
  const lines = await listLines(reader, orderId)
  const [shipments, requests] = [await listShipments(reader, orderId), await listRequests(reader, orderId)]
  const paidOn = await lastPaidOn(reader, order)
  const isPaid = order.status === orderStatus.confirmed && paidOn !== null
  const receipts = lines.map((line) => wayOf(line, shipments))
  const lastDay = paidOn === null ? null : lastWithdrawalDay(paidOn, receipts)
  const left = lines.filter((line) => line.requestId === null)
  return {
    status: order.status,
    total: order.total,
    isPaid,
    wasPaid: paidOn !== null,
    isInTransitOrDelivered: await isInTransitOrDelivered(orderId, reader),
    isPossible: isPaid && left.length > 0 && canWithdraw(lastDay, today),
    lastDay,
    lines: left.map(({ id, name, version, value, registration }) => ({
      id,
      name,
      version,
      value,
      registration,
    })),
    given: lines.flatMap(({ id, requestId }) => (requestId === null ? [] : [{ lineId: id, requestId }])),
    requests,
  }
}

export type WithdrawalWish = Owned & {
  lineIds: number[]
  reason: string | null
  /** Pix key or bank account, as typed */
  refundTo: string | null
}

/** `isNew` is false when the copies were in a request already. */
export type Withdrawal = { id: number; isNew: boolean }

/**
 * Records a withdrawal and queues the receipt and the staff's task. A copy is in one request at most, so repeats are
 * one request; remaining copies get their own. 'too-late' after the last day.
 */
export function requestWithdrawal(
  wish: WithdrawalWish,
  actor: Actor,
  today: CivilDate,
): Promise<Withdrawal | 'unknown-order' | 'too-late' | 'no-lines'> {
  return withTransaction(async (trx) => {
    await lockOrder(trx, wish.orderId)
    const chance = await findWithdrawalChance(wish, today, trx)
    if (!chance) return 'unknown-order'
    const lineIds = chance.lines.map((line) => line.id).filter((id) => wish.lineIds.includes(id))
    if (lineIds.length === 0) return knownRequest(chance.given, wish)
    if (!chance.isPossible) return 'too-late'
    const id = await insertRequest(trx, wish, lineIds)
    await note(trx, wish.orderId, 'withdrawal-requested', actor, { request: id, lines: lineIds })
    await addToOutbox(trx, effects, String(id))
    return { id, isNew: true }
  })
}

function knownRequest(given: { lineId: number; requestId: number }[], { lineIds }: WithdrawalWish) {
  const ids = given.filter(({ lineId }) => lineIds.includes(lineId)).map(({ requestId }) => requestId)
  const id = ids.toSorted((one, other) => other - one)[0]
  return id === undefined ? ('no-lines' as const) : { id, isNew: false }
}

async function insertRequest(trx: Trx, wish: WithdrawalWish, lineIds: number[]): Promise<number> {
  const made = await trx
    .insertInto('withdrawal_requests')
    .values({ order_id: wish.orderId, reason: wish.reason, refund_to: wish.refundTo })
    .executeTakeFirstOrThrow()
  const id = Number(made.insertId)
  await trx
    .insertInto('withdrawal_lines')
    .values(lineIds.map((order_line_id) => ({ order_line_id, request_id: id })))
    .execute()
  return id
}

/**
 * Accepted: units are suspended for good and renewals taken back. Refused: the copies can be sent again. False when the
 * request was not open.
 */
export function markWithdrawalHandled(
  id: number,
  outcome: NonNullable<WithdrawalOutcome>,
  actor: Actor,
  now = new Date(),
): Promise<boolean> {
  return withTransaction(async (trx) => {
    const request = await trx
      .selectFrom('withdrawal_requests')
      .innerJoin('orders', 'orders.id', 'order_id')
      .select('order_id')
      .where('withdrawal_requests.id', '=', id)
      .where('is_open', '=', 1)
      .forUpdate()
      .executeTakeFirst()
    if (!request) return false
    const handled = { is_open: null, handled_at: now, outcome }
    await trx.updateTable('withdrawal_requests').set(handled).where('id', '=', id).execute()
    if (outcome === 'accepted') await takeBack(trx, { id, orderId: request.order_id }, actor, now)
    const action = outcome === 'accepted' ? 'withdrawal-handled' : 'withdrawal-refused'
    await note(trx, request.order_id, action, actor, { request: id })
    return true
  })
}

async function takeBack(trx: Trx, request: { id: number; orderId: number }, actor: Actor, now: Date) {
  const { id, orderId } = request
  const lines = await trx
    .selectFrom('withdrawal_lines')
    .select('order_line_id')
    .where('request_id', '=', id)
    .execute()
  const lineIds = lines.map((line) => line.order_line_id)
  const { actorUserId } = actor
  await suspendUnits(trx, orderId, { actorUserId, at: now, lineIds })
  await takeBackRenewals(trx, orderId, actorUserId, lineIds)
}

export async function listOpenWithdrawals(orderId: number): Promise<number[]> {
  const requests = await listRequests(db, orderId)
  return requests.flatMap(({ id, handledAt }) => (handledAt === null ? [id] : []))
}

/** Open requests, which outlive the account's removal (D65). */
export function listOpenWithdrawalsOf(profileId: number) {
  return db
    .selectFrom('withdrawal_requests')
    .innerJoin('orders', 'orders.id', 'withdrawal_requests.order_id')
    .where('profile_id', '=', profileId)
    .where('is_open', '=', 1)
    .select(['withdrawal_requests.id', 'order_id as orderId', 'refund_to as refundTo'])
    .orderBy('withdrawal_requests.id')
    .limit(100)
    .execute()
}

/** Newest first, for staff. */
export async function listWithdrawals(orderId: number) {
  const requests = await listRequests(db, orderId)
  const found = await Promise.all(requests.toReversed().map(({ id }) => findWithdrawal(id)))
  return found.flatMap((request) => request ?? [])
}

export async function findWithdrawal(id: number) {
  const request = await db
    .selectFrom('withdrawal_requests')
    .innerJoin('orders', 'orders.id', 'withdrawal_requests.order_id')
    .innerJoin('profiles', 'profiles.id', 'orders.profile_id')
    .innerJoin('users', 'users.id', 'profiles.user_id')
    .where('withdrawal_requests.id', '=', id)
    .select(['withdrawal_requests.id', 'order_id as orderId', 'withdrawal_requests.created_at as createdAt'])
    .select(['handled_at as handledAt', 'outcome'])
    .select(['withdrawal_requests.reason', 'refund_to as refundTo', 'email'])
    .select(['profiles.name as contactName', 'payer_name as clientName'])
    .executeTakeFirst()
  if (!request) return undefined
  const lines = await db
    .selectFrom('withdrawal_lines')
    .innerJoin('order_lines', 'order_lines.id', 'order_line_id')
    .where('request_id', '=', id)
    .select(['order_lines.id', 'name', 'version', 'value', 'airplane_registration as registration'])
    .orderBy('order_lines.id')
    .execute()
  return { ...request, lines }
}

/** The customer reads the order's history: no typed text goes there. */
async function note(trx: Trx, orderId: number, action: string, actor: Actor, facts: Record<string, unknown>) {
  await recordHistory(trx, { entity: 'order', entityId: orderId, action, ...actor, details: facts })
}

function listRequests(reader: DbOrTrx, orderId: number) {
  return reader
    .selectFrom('withdrawal_requests')
    .select(['id', 'created_at as createdAt', 'handled_at as handledAt', 'outcome'])
    .where('order_id', '=', orderId)
    .orderBy('id')
    .limit(1000)
    .execute()
}

/** The last payment counts, for an order paid again after reopening. */
async function lastPaidOn(reader: DbOrTrx, order: { id: number; paid_on: CivilDate | null }) {
  if (order.paid_on === null) return null
  const paid = await reader
    .selectFrom('history')
    .select(['created_at', sql<CivilDate | null>`json_unquote(json_extract(details, '$.on'))`.as('on')])
    .where('entity', '=', 'order')
    .where('entity_id', '=', order.id)
    .where('action', '=', 'paid')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return paid ? (paid.on ?? civilDateIn(paid.created_at)) : order.paid_on
}

type Line = Awaited<ReturnType<typeof listLines>>[number]

function listLines(reader: DbOrTrx, orderId: number) {
  return reader
    .selectFrom('order_lines')
    .leftJoin('subscriptions', 'subscriptions.order_line_id', 'order_lines.id')
    .leftJoin('withdrawal_lines', 'withdrawal_lines.order_line_id', 'order_lines.id')
    .where('order_lines.order_id', '=', orderId)
    .select([
      'order_lines.id',
      'name',
      'version',
      'order_lines.value',
      'airplane_registration as registration',
    ])
    .select([
      'is_download as isDownload',
      'is_signature as isSignature',
      'is_sent_immediately as isSentImmediately',
    ])
    .select(['subscriptions.id as unitId', 'subscriptions.sent_on', 'request_id as requestId'])
    .select('renews_subscription_id as renews')
    .orderBy('order_lines.id')
    .limit(1000)
    .execute()
}

type ShipmentLine = Awaited<ReturnType<typeof listShipments>>[number]

/** Shipments that were neither returned nor cancelled. */
function listShipments(reader: DbOrTrx, orderId: number) {
  return reader
    .selectFrom('shipment_lines')
    .innerJoin('order_lines', 'order_lines.id', 'order_line_id')
    .innerJoin('shipments', 'shipments.id', 'shipment_id')
    .where('order_lines.order_id', '=', orderId)
    .where('shipments.status', '!=', shipmentStatus.returned)
    .where('cancelled_at', 'is', null)
    .select(['order_line_id as lineId', 'send_date as sentOn', 'complete_date as deliveredOn'])
    .limit(5000)
    .execute()
}

function wayOf(line: Line, shipments: readonly ShipmentLine[]) {
  const { id, isDownload, unitId, sent_on: sentOn, renews } = line
  return receiptOf({
    isDownload,
    isCopyDue: renews === null && isCopyDue(line),
    unit: unitId === null ? null : { sentOn },
    shipments: shipments.filter((shipment) => shipment.lineId === id),
  })
}
