import { sql } from 'kysely'
import { orderStatus } from '#app/domain/orders/order-status.ts'
import { canWithdraw, findReceipt, getLastWithdrawalDay } from '#app/domain/orders/withdrawal.ts'
import { type CivilDate, toCivilDate } from '#app/domain/platform/calendar.ts'
import { shipmentStatus } from '#app/domain/shipments/shipment.ts'
import { isSentWithPurchase } from '#app/domain/subscriptions/subscription.ts'
import { lockOrder } from '#app/models/charges/order-lock.server.ts'
import { isInTransitOrDelivered } from '#app/models/orders/in-transit.server.ts'
import { type DbOrTrx, db, type Trx, withTransaction } from '#app/models/platform/db.server.ts'
import type { Actor } from '#app/models/platform/history.server.ts'
import { recordHistory } from '#app/models/platform/history.server.ts'
import { addToOutbox } from '#app/models/platform/outbox.server.ts'

const requestEffects = ['acknowledge-withdrawal', 'forward-withdrawal'] as const

type OwnedOrder = { orderId: number; profileId: number }

/**
 * Returns whether a paid order can be returned and until which day (CDC art. 49). `lastDay` is null until all
 * copies have arrived. `given` contains the lines that a request already contains. Returns undefined for an
 * order of another customer.
 */
export async function findWithdrawalChance(
  { orderId, profileId }: OwnedOrder,
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
  const shipments = await listShipments(reader, orderId)
  const requests = await listRequests(reader, orderId)
  const paidOn = await findLastPaidOn(reader, order)
  const isPaid = order.status === orderStatus.confirmed && paidOn !== null
  const receipts = lines.map((line) => findLineReceipt(line, shipments))
  const lastDay = paidOn === null ? null : getLastWithdrawalDay(paidOn, receipts)
  const openLines = lines.filter((line) => line.requestId === null)
  return {
    status: order.status,
    total: order.total,
    isPaid,
    wasPaid: paidOn !== null,
    isInTransitOrDelivered: await isInTransitOrDelivered(orderId, reader),
    isPossible: isPaid && openLines.length > 0 && canWithdraw(lastDay, today),
    lastDay,
    lines: openLines.map(({ id, name, version, value, registration, serialNumber }) => ({
      id,
      name,
      version,
      value,
      registration,
      serialNumber,
    })),
    given: lines.flatMap(({ id, requestId }) => (requestId === null ? [] : [{ lineId: id, requestId }])),
    requests,
  }
}

export type WithdrawalInput = OwnedOrder & {
  lineIds: number[]
  reason: string | null
  /** Pix key or bank account for the refund, as the buyer typed it */
  refundTo: string | null
}

/** The requested withdrawal; `isNew` is false if an earlier request already contains the copies. */
export type Withdrawal = { id: number; isNew: boolean }

/** Requests a withdrawal of the copies that no open or accepted request contains yet. */
export function requestWithdrawal(
  input: WithdrawalInput,
  actor: Actor,
  today: CivilDate,
): Promise<Withdrawal | 'unknown-order' | 'too-late' | 'no-lines'> {
  return withTransaction(async (trx) => {
    await lockOrder(trx, input.orderId)
    const chance = await findWithdrawalChance(input, today, trx)
    if (!chance) return 'unknown-order'
    const lineIds = chance.lines.map((line) => line.id).filter((id) => input.lineIds.includes(id))
    if (lineIds.length === 0) return findKnownRequest(chance.given, input)
    if (!chance.isPossible) return 'too-late'
    const id = await insertRequest(trx, input, lineIds)
    await recordOrderHistory(trx, input.orderId, 'withdrawal-requested', actor, {
      request: id,
      lines: lineIds,
    })
    await addToOutbox(trx, requestEffects, String(id))
    return { id, isNew: true }
  })
}

function findKnownRequest(
  requestedLines: { lineId: number; requestId: number }[],
  { lineIds }: WithdrawalInput,
) {
  const knownLines = requestedLines.filter(({ lineId }) => lineIds.includes(lineId))
  if (knownLines.length === 0) return 'no-lines' as const
  const newestId = Math.max(...knownLines.map(({ requestId }) => requestId))
  return { id: newestId, isNew: false }
}

async function insertRequest(trx: Trx, input: WithdrawalInput, lineIds: number[]): Promise<number> {
  const insertion = await trx
    .insertInto('withdrawal_requests')
    .values({ order_id: input.orderId, reason: input.reason, refund_to: input.refundTo })
    .executeTakeFirstOrThrow()
  const id = Number(insertion.insertId)
  await trx
    .insertInto('withdrawal_lines')
    .values(lineIds.map((order_line_id) => ({ order_line_id, request_id: id })))
    .execute()
  return id
}

export async function listOpenWithdrawals(orderId: number): Promise<number[]> {
  const requests = await listRequests(db, orderId)
  return requests.flatMap(({ id, handledAt }) => (handledAt === null ? [id] : []))
}

/** Returns the profile's open requests. They remain after the account is removed. */
export function listOpenWithdrawalsByProfile(profileId: number) {
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

export async function listWithdrawals(orderId: number) {
  const requests = await listRequests(db, orderId)
  const withdrawals = await Promise.all(requests.toReversed().map(({ id }) => findWithdrawal(id)))
  return withdrawals.flatMap((request) => request ?? [])
}

/** Returns a request with its lines and answers, even if it was rejected. */
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
    .select(['profiles.name as contactName', 'payer_name as clientName', 'profile_id as profileId'])
    .executeTakeFirst()
  if (!request) return undefined
  const lines = await db
    .selectFrom('order_lines')
    .where('order_id', '=', request.orderId)
    .where((eb) =>
      eb.or([
        eb('id', 'in', selectLineIds('withdrawal_lines', id)),
        eb('id', 'in', selectLineIds('refused_withdrawal_lines', id)),
      ]),
    )
    .select(['id', 'name', 'version', 'value'])
    .select(['airplane_registration as registration', 'airplane_serial_number as serialNumber'])
    .orderBy('id')
    .execute()
  return { ...request, lines, answers: await listAnswers(id) }
}

function selectLineIds(table: 'withdrawal_lines' | 'refused_withdrawal_lines', requestId: number) {
  return db.selectFrom(table).select('order_line_id').where('request_id', '=', requestId)
}

function listAnswers(requestId: number) {
  return db
    .selectFrom('withdrawal_answers')
    .leftJoin('profiles', 'profiles.user_id', 'created_by')
    .where('request_id', '=', requestId)
    .select(['withdrawal_answers.id', 'outcome', 'reason', 'withdrawal_answers.created_at as createdAt'])
    .select('profiles.name as by')
    .orderBy('withdrawal_answers.id')
    .limit(100)
    .execute()
}

/** Records the action without texts that people typed, because the customer can read the order's history. */
async function recordOrderHistory(
  trx: Trx,
  orderId: number,
  action: string,
  actor: Actor,
  details: Record<string, unknown>,
) {
  await recordHistory(trx, { entity: 'order', entityId: orderId, action, ...actor, details })
}

function listRequests(reader: DbOrTrx, orderId: number) {
  return reader
    .selectFrom('withdrawal_requests')
    .select(['id', 'created_at as createdAt', 'handled_at as handledAt', 'outcome'])
    .select('refund_to as refundTo')
    .select((eb) =>
      eb
        .selectFrom('withdrawal_answers')
        .whereRef('request_id', '=', 'withdrawal_requests.id')
        .select('withdrawal_answers.reason')
        .orderBy('withdrawal_answers.id', 'desc')
        .limit(1)
        .as('answerReason'),
    )
    .where('order_id', '=', orderId)
    .orderBy('id')
    .limit(1000)
    .execute()
}

/** Returns the date of the last payment, because a reopened order may be paid again. */
async function findLastPaidOn(reader: DbOrTrx, order: { id: number; paid_on: CivilDate | null }) {
  if (order.paid_on === null) return null
  const lastPayment = await reader
    .selectFrom('history')
    .select(['created_at', sql<CivilDate | null>`json_unquote(json_extract(details, '$.on'))`.as('on')])
    .where('entity', '=', 'order')
    .where('entity_id', '=', order.id)
    .where('action', '=', 'paid')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return lastPayment ? (lastPayment.on ?? toCivilDate(lastPayment.created_at)) : order.paid_on
}

type Line = Awaited<ReturnType<typeof listLines>>[number]

function listLines(reader: DbOrTrx, orderId: number) {
  return reader
    .selectFrom('order_lines')
    .leftJoin('subscriptions', 'subscriptions.order_line_id', 'order_lines.id')
    .leftJoin('withdrawal_lines', 'withdrawal_lines.order_line_id', 'order_lines.id')
    .where('order_lines.order_id', '=', orderId)
    .select(['order_lines.id', 'name', 'version', 'order_lines.value'])
    .select(['airplane_registration as registration', 'airplane_serial_number as serialNumber'])
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

/** Returns the order's shipments that were neither returned nor cancelled. */
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

function findLineReceipt(line: Line, shipments: readonly ShipmentLine[]) {
  const { id, isDownload, unitId, sent_on: sentOn, renews: renewedUnitId } = line
  return findReceipt({
    isDownload,
    isCopyDue: renewedUnitId === null && isSentWithPurchase(line),
    unit: unitId === null ? null : { sentOn },
    shipments: shipments.filter((shipment) => shipment.lineId === id),
  })
}
