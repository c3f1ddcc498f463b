import { orderStatus } from '#app/domain/orders/order-status.ts'
import type { WithdrawalAnswer, WithdrawalOutcome } from '#app/domain/orders/withdrawal.ts'
import { lockOrder } from '#app/models/charges/order-lock.server.ts'
import { findWithdrawal } from '#app/models/orders/withdrawal.server.ts'
import { db, type Trx, withTransaction } from '#app/models/platform/db.server.ts'
import { type Actor, recordHistory } from '#app/models/platform/history.server.ts'
import { addToOutbox } from '#app/models/platform/outbox.server.ts'
import { applyRenewals, undoRenewals } from '#app/models/subscriptions/renewal.server.ts'
import { restoreUnits, suspendUnits } from '#app/models/subscriptions/suspension.server.ts'

/**
 * Accepts or rejects a withdrawal. Suspends accepted copies for good and reverts renewals. Rejected copies can be
 * sent, and the buyer can request again. Returns false if the request was not open.
 */
export function answerWithdrawal(
  id: number,
  answer: WithdrawalAnswer,
  actor: Actor,
  now = new Date(),
): Promise<boolean> {
  return withTransaction(async (trx) => {
    const request = await lockRequest(trx, id)
    if (request?.is_open !== 1) return false
    await storeAnswer(trx, request, answer, actor, now)
    const action = answer.outcome === 'accepted' ? 'withdrawal-handled' : 'withdrawal-refused'
    await recordAnswerHistory(trx, request, action, actor, {})
    return true
  })
}

export type WithdrawalCorrection = {
  reason: string
  /** id of the answer that the page showed and that is reversed */
  seenAnswerId: number
}

/**
 * Reverses the answer with a reason for the buyer. Returns 'asked-again' if a newer request contains one of the
 * copies, because staff must accept that request instead. Returns 'outdated' if another correction came first.
 */
export function correctWithdrawalAnswer(
  id: number,
  { reason, seenAnswerId }: WithdrawalCorrection,
  actor: Actor,
  now = new Date(),
): Promise<'corrected' | 'asked-again' | 'outdated'> {
  return withTransaction(async (trx) => {
    const request = await lockRequest(trx, id)
    if (!request || request.outcome === null) return 'outdated'
    const lastAnswerId = await findLastAnswerId(trx, id)
    if (lastAnswerId !== seenAnswerId) return 'outdated'
    const outcome = request.outcome === 'accepted' ? 'refused' : 'accepted'
    if (outcome === 'accepted' && !(await reclaimLines(trx, id))) return 'asked-again'
    await storeAnswer(trx, request, { outcome, reason }, actor, now)
    await recordAnswerHistory(trx, request, 'withdrawal-corrected', actor, {
      from: request.outcome,
      to: outcome,
    })
    return 'corrected'
  })
}

export async function findWithdrawalAnswer(id: number) {
  const answer = await db
    .selectFrom('withdrawal_answers')
    .select(['id', 'request_id', 'outcome', 'reason'])
    .where('id', '=', id)
    .executeTakeFirst()
  const request = answer && (await findWithdrawal(answer.request_id))
  if (!request) return undefined
  const { outcome, reason } = answer
  return { ...request, answer: { outcome, reason, isCorrection: request.answers[0]?.id !== id } }
}

type Request = NonNullable<Awaited<ReturnType<typeof lockRequest>>>

/** Locks the order, then the request. Returns the request with the order's status. */
async function lockRequest(trx: Trx, id: number) {
  const requestRow = await trx
    .selectFrom('withdrawal_requests')
    .select('order_id')
    .where('id', '=', id)
    .executeTakeFirst()
  const order = requestRow && (await lockOrder(trx, requestRow.order_id))
  if (!order) return undefined
  const request = await trx
    .selectFrom('withdrawal_requests')
    .select(['id', 'order_id', 'is_open', 'outcome'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return { ...request, orderStatus: order.status }
}

type StoredAnswer = { outcome: NonNullable<WithdrawalOutcome>; reason?: string }

/** Stores an answer or a correction, applies it to the units and queues the mail. */
async function storeAnswer(
  trx: Trx,
  request: Request,
  answer: StoredAnswer,
  actor: Actor,
  now: Date,
): Promise<void> {
  const { id, order_id: orderId } = request
  const { outcome, reason = null } = answer
  const { actorUserId } = actor
  const handledColumns = { is_open: null, handled_at: now, outcome }
  await trx.updateTable('withdrawal_requests').set(handledColumns).where('id', '=', id).execute()
  const lineIds = await listLineIds(trx, id)
  if (outcome === 'accepted') {
    await suspendUnits(trx, orderId, { actorUserId, at: now, lineIds })
    await undoRenewals(trx, orderId, actorUserId, lineIds)
  } else {
    await releaseRefusedLines(trx, id, lineIds)
    const wasAccepted = request.outcome === 'accepted'
    if (wasAccepted && request.orderStatus === orderStatus.confirmed) {
      await restoreUnits(trx, orderId, actorUserId)
      await applyRenewals(trx, orderId, actorUserId)
    }
  }
  const { insertId } = await trx
    .insertInto('withdrawal_answers')
    .values({ request_id: id, outcome, reason, created_at: now, created_by: actorUserId })
    .executeTakeFirstOrThrow()
  await addToOutbox(trx, ['mail-withdrawal-answer'], String(insertId))
}

async function listLineIds(trx: Trx, id: number): Promise<number[]> {
  const lines = await trx
    .selectFrom('withdrawal_lines')
    .select('order_line_id')
    .where('request_id', '=', id)
    .execute()
  return lines.map((line) => line.order_line_id)
}

/** Moves the request's lines to the rejected lines, so that the buyer can request their withdrawal again. */
async function releaseRefusedLines(trx: Trx, id: number, lineIds: readonly number[]): Promise<void> {
  if (lineIds.length === 0) return
  await trx
    .insertInto('refused_withdrawal_lines')
    .values(lineIds.map((order_line_id) => ({ order_line_id, request_id: id })))
    .execute()
  await trx.deleteFrom('withdrawal_lines').where('request_id', '=', id).execute()
}

/** Adds the rejected lines to the request again. Returns false if another request contains one of the lines. */
async function reclaimLines(trx: Trx, id: number): Promise<boolean> {
  const rows = await trx
    .selectFrom('refused_withdrawal_lines')
    .leftJoin('withdrawal_lines', 'withdrawal_lines.order_line_id', 'refused_withdrawal_lines.order_line_id')
    .where('refused_withdrawal_lines.request_id', '=', id)
    .select(['refused_withdrawal_lines.order_line_id', 'withdrawal_lines.request_id as otherRequestId'])
    .execute()
  if (rows.some(({ otherRequestId }) => otherRequestId !== null)) return false
  if (rows.length === 0) return true
  await trx
    .insertInto('withdrawal_lines')
    .values(rows.map(({ order_line_id }) => ({ order_line_id, request_id: id })))
    .execute()
  await trx.deleteFrom('refused_withdrawal_lines').where('request_id', '=', id).execute()
  return true
}

async function findLastAnswerId(trx: Trx, requestId: number): Promise<number> {
  const lastAnswer = await trx
    .selectFrom('withdrawal_answers')
    .select('id')
    .where('request_id', '=', requestId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return lastAnswer?.id ?? 0
}

/** Records the action without texts that people typed, because the customer can read the order's history. */
async function recordAnswerHistory(
  trx: Trx,
  { id, order_id }: Request,
  action: string,
  actor: Actor,
  furtherDetails: Record<string, unknown>,
) {
  const details = { request: id, ...furtherDetails }
  await recordHistory(trx, { entity: 'order', entityId: order_id, action, ...actor, details })
}
