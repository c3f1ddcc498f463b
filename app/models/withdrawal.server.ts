import type { CivilDate } from '#app/domain/calendar.ts'
import type { WithdrawalEffect } from '#app/domain/effect.ts'
import { orderStatus } from '#app/domain/order-status.ts'
import { isCopyDue } from '#app/domain/subscription.ts'
import { canWithdraw, lastWithdrawalDay, receiptOf } from '#app/domain/withdrawal.ts'
import { db, isDuplicate, type Reader, type Trx, withTransaction } from '#app/models/db.server.ts'
import { recordHistory } from '#app/models/history.server.ts'
import type { Cause } from '#app/models/order-status.server.ts'
import { addToOutbox } from '#app/models/outbox.server.ts'

const effects = ['acknowledge-withdrawal', 'forward-withdrawal'] as const satisfies WithdrawalEffect[]

type Owned = { orderId: number; profileId: number }

/**
 * Whether and until when the owner can give a paid order back, which copies, and the request that is open (CDC art.
 * 49). `lastDay` is null while a copy is to come. Undefined for an order of somebody else (D49).
 */
export async function findWithdrawalChance(
  { orderId, profileId }: Owned,
  today: CivilDate,
  reader: Reader = db,
) {
  const order = await reader
    .selectFrom('orders')
    .select(['id', 'status', 'paid_on', 'total'])
    .where('id', '=', orderId)
    .where('profile_id', '=', profileId)
    .executeTakeFirst()
  if (!order) return undefined
  const [lines, open] = await Promise.all([listLines(reader, orderId), findOpenRequest(reader, orderId)])
  const isPaid = order.status === orderStatus.confirmed && order.paid_on !== null
  const lastDay = order.paid_on === null ? null : lastWithdrawalDay(order.paid_on, lines.map(wayOf))
  const left = lines.filter((line) => line.requestId === null)
  const isPossible = isPaid && !open && left.length > 0 && canWithdraw(lastDay, today)
  const shown = left.map(({ id, name, version, value, prefix }) => ({ id, name, version, value, prefix }))
  return {
    status: order.status,
    total: order.total,
    isPaid,
    isPossible,
    lastDay,
    lines: shown,
    open: open ?? null,
  }
}

export type WithdrawalWish = Owned & {
  lineIds: number[]
  reason: string | null
  /** where the money goes: a Pix key or a bank account, as the buyer wrote it */
  refundTo: string | null
}

/**
 * Takes a withdrawal down and promises its receipt and the task for the company; gives its number. However often it is
 * sent there is one open request for an order, and every call gives its number. 'too-late' after the last day.
 */
export async function requestWithdrawal(
  wish: WithdrawalWish,
  cause: Cause,
  today: CivilDate,
): Promise<number | 'unknown-order' | 'too-late' | 'no-lines'> {
  try {
    return await withTransaction((trx) => requestInside(trx, wish, cause, today))
  } catch (error) {
    if (!isDuplicate(error)) throw error
    return (await findOpenRequest(db, wish.orderId))?.id ?? 'no-lines'
  }
}

async function requestInside(trx: Trx, wish: WithdrawalWish, cause: Cause, today: CivilDate) {
  const chance = await findWithdrawalChance(wish, today, trx)
  if (!chance) return 'unknown-order'
  if (chance.open) return chance.open.id
  if (!chance.isPossible) return 'too-late'
  const lineIds = chance.lines.map((line) => line.id).filter((id) => wish.lineIds.includes(id))
  if (lineIds.length === 0) return 'no-lines'
  const id = await insertRequest(trx, wish, lineIds)
  await note(trx, wish.orderId, 'withdrawal-requested', cause, { request: id, lines: lineIds })
  await addToOutbox(trx, effects, String(id))
  return id
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

/** The company has dealt with a request; another one may follow for what is left. False when it was not open. */
export function markWithdrawalHandled(id: number, cause: Cause, now = new Date()): Promise<boolean> {
  return withTransaction(async (trx) => {
    const request = await trx
      .selectFrom('withdrawal_requests')
      .select('order_id')
      .where('id', '=', id)
      .where('is_open', '=', 1)
      .forUpdate()
      .executeTakeFirst()
    if (!request) return false
    await trx
      .updateTable('withdrawal_requests')
      .set({ is_open: null, handled_at: now })
      .where('id', '=', id)
      .execute()
    await note(trx, request.order_id, 'withdrawal-handled', cause, { request: id })
    return true
  })
}

/** The numbers of the requests of an order and whether each has been dealt with, newest first; for staff. */
export function listWithdrawals(orderId: number) {
  return db
    .selectFrom('withdrawal_requests')
    .select(['id', 'handled_at as handledAt'])
    .where('order_id', '=', orderId)
    .orderBy('id', 'desc')
    .limit(100)
    .execute()
}

/** A request as its mails tell it, or undefined. */
export async function findWithdrawal(id: number) {
  const request = await db
    .selectFrom('withdrawal_requests')
    .innerJoin('orders', 'orders.id', 'withdrawal_requests.order_id')
    .innerJoin('profiles', 'profiles.id', 'orders.profile_id')
    .innerJoin('users', 'users.id', 'profiles.user_id')
    .where('withdrawal_requests.id', '=', id)
    .select(['withdrawal_requests.id', 'order_id as orderId', 'withdrawal_requests.created_at as createdAt'])
    .select(['withdrawal_requests.reason', 'refund_to as refundTo', 'email', 'profiles.name as contactName'])
    .executeTakeFirst()
  if (!request) return undefined
  const lines = await db
    .selectFrom('withdrawal_lines')
    .innerJoin('order_lines', 'order_lines.id', 'order_line_id')
    .where('request_id', '=', id)
    .select(['name', 'version', 'value', 'airplane_prefix as prefix'])
    .orderBy('order_lines.id')
    .execute()
  return { ...request, lines }
}

/** In the history of the order, where the customer reads it; never what was typed. */
async function note(trx: Trx, orderId: number, action: string, cause: Cause, facts: Record<string, unknown>) {
  const { actorUserId, source } = cause
  const details = { source, ...facts }
  await recordHistory(trx, { entity: 'order', entityId: orderId, action, actorUserId, details })
}

function findOpenRequest(reader: Reader, orderId: number) {
  return reader
    .selectFrom('withdrawal_requests')
    .select(['id', 'created_at as createdAt'])
    .where('order_id', '=', orderId)
    .where('is_open', '=', 1)
    .executeTakeFirst()
}

type Line = Awaited<ReturnType<typeof listLines>>[number]

/** The copies of an order with the unit and the shipment each has, and the request each is in. */
function listLines(reader: Reader, orderId: number) {
  return reader
    .selectFrom('order_lines')
    .leftJoin('subscriptions', 'subscriptions.order_line_id', 'order_lines.id')
    .leftJoin('expedition_lines', (join) =>
      join.onRef('expedition_lines.order_line_id', '=', 'order_lines.id').on('holds', '=', 1),
    )
    .leftJoin('expeditions', 'expeditions.id', 'expedition_id')
    .leftJoin('withdrawal_lines', 'withdrawal_lines.order_line_id', 'order_lines.id')
    .where('order_lines.order_id', '=', orderId)
    .select(['order_lines.id', 'name', 'version', 'order_lines.value', 'airplane_prefix as prefix'])
    .select([
      'is_download as isDownload',
      'is_signature as isSignature',
      'is_sent_immediately as isSentImmediately',
    ])
    .select(['subscriptions.id as unitId', 'subscriptions.sent_on', 'request_id as requestId'])
    .select(['expeditions.id as parcelId', 'send_date', 'complete_date'])
    .orderBy('order_lines.id')
    .limit(1000)
    .execute()
}

function wayOf(line: Line) {
  const { isDownload, unitId, parcelId, sent_on: sentOn } = line
  return receiptOf({
    isDownload,
    isCopyDue: isCopyDue(line),
    unit: unitId === null ? null : { sentOn },
    parcel: parcelId === null ? null : { sentOn: line.send_date, deliveredOn: line.complete_date },
  })
}
