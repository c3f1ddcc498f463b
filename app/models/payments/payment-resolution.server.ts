import { orderStatus } from '#app/domain/orders/order-status.ts'
import type { PaymentProblem, PaymentResolution, Reversal } from '#app/domain/payments/received-payment.ts'
import type { CivilDate } from '#app/domain/platform/calendar.ts'
import { lockOrder } from '#app/models/charges/order-lock.server.ts'
import { confirmPayment } from '#app/models/orders/order-status.server.ts'
import { hasPayment, lockOrderSince, lockPayment } from '#app/models/payments/payment.server.ts'
import { findPaymentBlockers } from '#app/models/payments/payment-blockers.server.ts'
import { isBeingRefunded } from '#app/models/payments/pix/pix-refund.server.ts'
import {
  closeIfFullyReturned,
  recordRefundHistory,
  reopenUnlessFullyReturned,
} from '#app/models/payments/refund.server.ts'
import {
  findReversibleAmount,
  findUnreturnedAmount,
  isNetRefund,
  listUnreportedRefunds,
  matchRecordedRefund,
} from '#app/models/payments/refunds/refund-match.server.ts'
import { bookReturnsOnOrder } from '#app/models/payments/refunds/refund-order.server.ts'
import { insertReportedRefund } from '#app/models/payments/refunds/reported-refund.server.ts'
import { type Trx, withTransaction } from '#app/models/platform/db.server.ts'
import type { Actor } from '#app/models/platform/history.server.ts'
import { recordHistory } from '#app/models/platform/history.server.ts'

export type PaymentDecision =
  | { resolution: 'accepted' }
  | { resolution: 'assigned'; orderId: number }
  | { resolution: 'upheld'; refund?: 'part' | 'other' | undefined }
  | { resolution: 'dismissed'; note: string }

export type ResolutionOutcome =
  | 'resolved'
  | 'already'
  | 'unknown'
  | 'not-possible'
  | 'unknown-order'
  | 'order-has-payment'
  | 'being-refunded'
  | 'more-than-came-in'
  | 'part-or-other'
  | 'no-part'
  | 'nothing-left'
  | 'account-removed'
  | 'renewed-elsewhere'

/**
 * Resolves a payment as staff decide (D15): accept a differing amount, assign it to an order, or dismiss it
 * with a note. The first two confirm the order through confirmPayment, unless the bank is returning the
 * money; the first decision counts. For reversed money, staff confirm that it is gone ('upheld') or never
 * left, and may correct that (D154); a return that the shop caused is a refund.
 */
export function resolvePayment(
  id: number,
  decision: PaymentDecision,
  actor: Actor,
  today: CivilDate,
): Promise<ResolutionOutcome> {
  return withTransaction(async (trx) => {
    const before = await trx
      .selectFrom('payments')
      .select(['order_id', 'reverses_id'])
      .where('id', '=', id)
      .executeTakeFirst()
    const orderId = decision.resolution === 'assigned' ? decision.orderId : (before?.order_id ?? null)
    const early = orderId === null ? undefined : await lockOrder(trx, orderId)
    // A refund and an assignment also lock the reversed payment before its reversals.
    if (before?.reverses_id) await lockPayment(trx, before.reverses_id)
    const payment = await lockPayment(trx, id)
    if (!payment) return 'unknown'
    const order = decision.resolution === 'assigned' ? early : await lockOrderSince(trx, payment, early)
    if (payment.problem === null) return 'already'
    if (payment.resolved_at && !isCorrectable(payment, decision.resolution)) return 'already'
    if (decision.resolution !== 'dismissed' && !isOffered(payment.problem, decision.resolution))
      return 'not-possible'
    const isNew = decision.resolution === 'upheld' && decision.refund !== 'part'
    if (isNew && payment.resolved_at && !(await isLeft(trx, payment))) return 'more-than-came-in'
    if (decision.resolution === 'accepted' || decision.resolution === 'assigned') {
      if (await isBeingRefunded(trx, id)) return 'being-refunded'
      if (((await findUnreturnedAmount(payment.event_key, trx)) ?? 0) <= 0) return 'nothing-left'
      if (!order) return 'unknown-order'
      if (order.status !== orderStatus.confirmed) {
        const bars = await findPaymentBlockers(trx, order.id)
        if (bars.isAccountRemoved) return 'account-removed'
        if (decision.resolution === 'assigned' && bars.isRenewedSince)
          return assignUnresolved(trx, { paymentId: id, orderId: order.id }, actor)
      }
      const barred = await confirm(trx, { id, orderId: order.id, status: order.status }, actor, today)
      if (barred) return barred
    }
    const { reversal, reverses_id: reversesId } = payment
    if (decision.resolution === 'upheld' && isRefund({ reversal, reversesId })) {
      const barred = await closeAsRefund(trx, payment, decision, actor)
      if (barred) return barred
    } else {
      await close(trx, id, decision, actor)
      if (payment.problem === 'reversed') await reviewReversed(trx, reversesId, actor)
    }
    const resolution = getNotedResolution(payment.problem, decision)
    if (order) await note(trx, order.id, { id, resolution }, actor)
    return 'resolved'
  })
}

async function assignUnresolved(
  trx: Trx,
  assignment: { paymentId: number; orderId: number },
  actor: Actor,
): Promise<'renewed-elsewhere'> {
  const problem = 'renewed-elsewhere'
  const { paymentId: id, orderId: order_id } = assignment
  await trx.updateTable('payments').set({ order_id, problem }).where('id', '=', id).execute()
  await bookReturnsOnOrder(trx, assignment, actor)
  return problem
}

/** Returns true if staff may choose this resolution, in addition to refunding and dismissing. */
export function isOffered(problem: PaymentProblem, resolution: PaymentResolution): boolean {
  if (resolution === 'accepted') return problem === 'amount-differs' || problem === 'renewed-elsewhere'
  if (resolution === 'upheld') return problem === 'reversed'
  return resolution === 'assigned' && (problem === 'unmatched' || problem === 'boleto-differs')
}

export function isRefund({ reversal, reversesId }: ReversedMoney): boolean {
  return reversal === 'refund' && reversesId !== null
}

type ReversedMoney = { reversal: Reversal | null; reversesId: number | null }

type Answered = { problem: PaymentProblem | null; resolution: PaymentResolution | null }

/** Only decisions about a reversal may be corrected, because a wrong one would falsify the closing. */
export function isCorrectable({ problem, resolution }: Answered, to: PaymentResolution): boolean {
  const isAnswer = (each: PaymentResolution | null) => each === 'upheld' || each === 'dismissed'
  return problem === 'reversed' && isAnswer(resolution) && isAnswer(to) && resolution !== to
}

/** Returns true if, according to bank or gateway, this amount may have been taken back. */
async function isLeft(trx: Trx, reversal: Payment): Promise<boolean> {
  const reversed = await trx
    .selectFrom('payments')
    .select('event_key')
    .where('id', '=', reversal.reverses_id ?? 0)
    .executeTakeFirst()
  if (!reversed) return true
  const sumReversible = isNetRefund(reversal.event_key, reversal.reversal)
    ? findUnreturnedAmount
    : findReversibleAmount
  return reversal.value <= ((await sumReversible(reversed.event_key, trx)) ?? 0)
}

type Confirmed = { id: number; orderId: number; status: number }

async function confirm(
  trx: Trx,
  { id, orderId, status }: Confirmed,
  actor: Actor,
  today: CivilDate,
): Promise<ResolutionOutcome | undefined> {
  if (await hasPayment(trx, orderId, id)) return 'order-has-payment'
  if (status === orderStatus.confirmed) return undefined
  // Staff cannot accept a payment before the order's photo is reviewed.
  if (status === orderStatus.underReview) return 'not-possible'
  const change = await confirmPayment(orderId, actor, today, undefined, trx)
  return change === 'changed' ? undefined : 'not-possible'
}

type Payment = NonNullable<Awaited<ReturnType<typeof lockPayment>>>

/** Closes a reversal as a refund. Only staff know whether an earlier refund was the same money. */
async function closeAsRefund(
  trx: Trx,
  reversal: Payment,
  { refund: choice }: { refund?: 'part' | 'other' | undefined },
  actor: Actor,
): Promise<'part-or-other' | 'no-part' | undefined> {
  const { id, order_id: orderId, reverses_id: reversesId, event_key: key, value } = reversal
  const isNet = isNetRefund(key, reversal.reversal)
  if (choice === 'part' && (isNet || !(await matchRecordedRefund(trx, reversesId ?? 0, { key, value }))))
    return 'no-part'
  if (choice === undefined && !isNet && (await listUnreportedRefunds(reversesId ?? 0, trx)).length > 0)
    return 'part-or-other'
  await close(trx, id, { resolution: 'refunded' }, actor)
  if (choice !== 'part') {
    const refund = await insertReportedRefund(trx, reversal)
    if (orderId !== null) await recordRefundHistory(trx, orderId, { ...refund, paymentId: reversesId }, actor)
  }
  await reviewReversed(trx, reversesId, actor)
}

/** Closes the reversed payment if all of it is gone, and opens it again if a part never left. */
async function reviewReversed(trx: Trx, reversesId: number | null, actor: Actor): Promise<void> {
  const reversed = reversesId === null ? undefined : await lockPayment(trx, reversesId)
  if (!reversed) return
  await closeIfFullyReturned(trx, reversed, actor)
  await reopenUnlessFullyReturned(trx, reversed)
}

async function close(
  trx: Trx,
  id: number,
  decision: PaymentDecision | { resolution: 'refunded' },
  actor: Actor,
): Promise<void> {
  await trx
    .updateTable('payments')
    .set({
      resolution: decision.resolution,
      resolved_at: new Date(),
      resolved_by: actor.actorUserId,
      ...(decision.resolution === 'assigned' ? { order_id: decision.orderId } : {}),
      ...(decision.resolution === 'dismissed' ? { resolution_note: decision.note } : {}),
    })
    .where('id', '=', id)
    .execute()
  if (decision.resolution === 'assigned')
    await bookReturnsOnOrder(trx, { paymentId: id, orderId: decision.orderId }, actor)
}

/** Returns 'stayed' for a reversal that never happened, which is more precise than 'dismissed'. */
function getNotedResolution(
  problem: PaymentProblem,
  { resolution }: PaymentDecision,
): PaymentResolution | 'stayed' {
  return problem === 'reversed' && resolution === 'dismissed' ? 'stayed' : resolution
}

async function note(
  trx: Trx,
  orderId: number,
  { id, resolution }: { id: number; resolution: PaymentResolution | 'stayed' },
  actor: Actor,
): Promise<void> {
  const details = { payment: id, resolution }
  await recordHistory(trx, {
    entity: 'order',
    entityId: orderId,
    action: 'payment-resolved',
    ...actor,
    details,
  })
}
