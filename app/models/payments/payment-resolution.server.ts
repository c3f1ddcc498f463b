import { orderStatus } from '#app/domain/orders/order-status.ts'
import type { PaymentProblem, PaymentResolution, Reversal } from '#app/domain/payments/received-payment.ts'
import type { CivilDate } from '#app/domain/platform/calendar.ts'
import { lockOrder } from '#app/models/charges/order-lock.server.ts'
import { confirmPayment } from '#app/models/orders/order-status.server.ts'
import { hasOtherPayment, lockOrderOfPayment, lockPayment } from '#app/models/payments/payment.server.ts'
import { findPaymentBlockers } from '#app/models/payments/payment-blockers.server.ts'
import { isPaymentBeingRefunded } from '#app/models/payments/pix/pix-refund.server.ts'
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
  /** 'part': the same money as a refund that staff recorded, or a part of it; 'other': another refund */
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
 * Resolves a payment as staff decide (D15): they accept a differing amount, assign the payment to an order, or
 * dismiss the payment with a note. The first two confirm the order unless the bank is returning the money. Only the
 * first decision counts. For a reversal, staff confirm that the money is gone ('upheld') or never left, and may
 * correct this (D154). A return that the shop caused is a refund.
 */
export function resolvePayment(
  id: number,
  decision: PaymentDecision,
  actor: Actor,
  today: CivilDate,
): Promise<ResolutionOutcome> {
  return withTransaction(async (trx) => {
    const paymentBefore = await trx
      .selectFrom('payments')
      .select(['order_id', 'reverses_id'])
      .where('id', '=', id)
      .executeTakeFirst()
    const orderId = decision.resolution === 'assigned' ? decision.orderId : (paymentBefore?.order_id ?? null)
    const lockedOrder = orderId === null ? undefined : await lockOrder(trx, orderId)
    // A refund and an assignment also lock the reversed payment before its reversals.
    if (paymentBefore?.reverses_id) await lockPayment(trx, paymentBefore.reverses_id)
    const payment = await lockPayment(trx, id)
    if (!payment) return 'unknown'
    const order =
      decision.resolution === 'assigned' ? lockedOrder : await lockOrderOfPayment(trx, payment, lockedOrder)
    if (payment.problem === null) return 'already'
    if (payment.resolved_at && !isDecisionCorrectable(payment, decision.resolution)) return 'already'
    if (decision.resolution !== 'dismissed' && !isResolutionOffered(payment.problem, decision.resolution))
      return 'not-possible'
    const isNewRefund = decision.resolution === 'upheld' && decision.refund !== 'part'
    if (isNewRefund && payment.resolved_at && !(await isReversible(trx, payment))) return 'more-than-came-in'
    const { resolution: chosenResolution } = decision
    if (chosenResolution === 'accepted' || chosenResolution === 'assigned') {
      const failure = await settleOrder(trx, { payment, order, chosenResolution }, actor, today)
      if (failure) return failure
    }
    const { reversal, reverses_id: reversesId } = payment
    if (decision.resolution === 'upheld' && isShopRefund({ reversal, reversesId })) {
      const failure = await closeAsRefund(trx, payment, decision, actor)
      if (failure) return failure
    } else {
      await closePayment(trx, id, decision, actor)
      if (payment.problem === 'reversed') await updateReversedPayment(trx, reversesId, actor)
    }
    const resolution = getRecordedResolution(payment.problem, decision)
    if (order) await recordResolution(trx, order.id, { id, resolution }, actor)
    return 'resolved'
  })
}

type OrderSettlement = {
  payment: Payment
  order: Awaited<ReturnType<typeof lockOrder>>
  chosenResolution: 'accepted' | 'assigned'
}

/** Confirms the order of an accepted or assigned payment. Returns the outcome that prevents this, if any. */
async function settleOrder(
  trx: Trx,
  { payment, order, chosenResolution }: OrderSettlement,
  actor: Actor,
  today: CivilDate,
): Promise<ResolutionOutcome | undefined> {
  if (await isPaymentBeingRefunded(trx, payment.id)) return 'being-refunded'
  const unreturnedAmount = (await findUnreturnedAmount(payment.event_key, trx)) ?? 0
  if (unreturnedAmount <= 0) return 'nothing-left'
  if (!order) return 'unknown-order'
  if (order.status !== orderStatus.confirmed) {
    const blockers = await findPaymentBlockers(trx, order.id)
    if (blockers.isAccountRemoved) return 'account-removed'
    if (chosenResolution === 'assigned' && blockers.isRenewedSince)
      return assignUnresolved(trx, { paymentId: payment.id, orderId: order.id }, actor)
  }
  return confirmOrder(trx, { id: payment.id, orderId: order.id, status: order.status }, actor, today)
}

/**
 * Assigns the payment to the order but leaves it open, because another order has renewed the subscription.
 */
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

/** Returns true if staff may choose this resolution. They may always refund or dismiss. */
export function isResolutionOffered(problem: PaymentProblem, resolution: PaymentResolution): boolean {
  if (resolution === 'accepted') return problem === 'amount-differs' || problem === 'renewed-elsewhere'
  if (resolution === 'upheld') return problem === 'reversed'
  return resolution === 'assigned' && (problem === 'unmatched' || problem === 'boleto-differs')
}

export function isShopRefund({ reversal, reversesId }: ReversedMoney): boolean {
  return reversal === 'refund' && reversesId !== null
}

type ReversedMoney = { reversal: Reversal | null; reversesId: number | null }

type DecidedPayment = { problem: PaymentProblem | null; resolution: PaymentResolution | null }

/** Returns true for decisions about a reversal, which staff may correct because an error falsifies the closing. */
export function isDecisionCorrectable(
  { problem, resolution }: DecidedPayment,
  newResolution: PaymentResolution,
): boolean {
  const isReversalDecision = (decision: PaymentResolution | null) =>
    decision === 'upheld' || decision === 'dismissed'
  const areReversalDecisions = isReversalDecision(resolution) && isReversalDecision(newResolution)
  return problem === 'reversed' && areReversalDecisions && resolution !== newResolution
}

/** Returns true if at least the reversal's amount remains of the payment, so it may have been taken back. */
async function isReversible(trx: Trx, reversal: Payment): Promise<boolean> {
  const reversedPayment = await trx
    .selectFrom('payments')
    .select('event_key')
    .where('id', '=', reversal.reverses_id ?? 0)
    .executeTakeFirst()
  if (!reversedPayment) return true
  const findRemainder = isNetRefund(reversal.event_key, reversal.reversal)
    ? findUnreturnedAmount
    : findReversibleAmount
  const remainder = (await findRemainder(reversedPayment.event_key, trx)) ?? 0
  return reversal.value <= remainder
}

type OrderToConfirm = { id: number; orderId: number; status: number }

async function confirmOrder(
  trx: Trx,
  { id, orderId, status }: OrderToConfirm,
  actor: Actor,
  today: CivilDate,
): Promise<ResolutionOutcome | undefined> {
  if (await hasOtherPayment(trx, orderId, id)) return 'order-has-payment'
  if (status === orderStatus.confirmed) return undefined
  // Staff cannot accept a payment before the order's photo is reviewed.
  if (status === orderStatus.underReview) return 'not-possible'
  const change = await confirmPayment(orderId, actor, today, undefined, trx)
  return change === 'changed' ? undefined : 'not-possible'
}

type Payment = NonNullable<Awaited<ReturnType<typeof lockPayment>>>

/** Closes a reversal as a refund. Staff choose, because only they know whether an earlier refund was the same money. */
async function closeAsRefund(
  trx: Trx,
  reversal: Payment,
  { refund: choice }: { refund?: 'part' | 'other' | undefined },
  actor: Actor,
): Promise<'part-or-other' | 'no-part' | undefined> {
  const { id, order_id: orderId, reverses_id: reversesId, event_key: key, value } = reversal
  const reversedId = reversesId ?? 0
  const isNet = isNetRefund(key, reversal.reversal)
  if (choice === 'part') {
    const isMatched = !isNet && (await matchRecordedRefund(trx, reversedId, { key, value }))
    if (!isMatched) return 'no-part'
  }
  if (choice === undefined && !isNet) {
    const unreportedRefunds = await listUnreportedRefunds(reversedId, trx)
    if (unreportedRefunds.length > 0) return 'part-or-other'
  }
  await closePayment(trx, id, { resolution: 'refunded' }, actor)
  if (choice !== 'part') {
    const refund = await insertReportedRefund(trx, reversal)
    if (orderId !== null) await recordRefundHistory(trx, orderId, { ...refund, paymentId: reversesId }, actor)
  }
  await updateReversedPayment(trx, reversesId, actor)
}

/** Closes the reversed payment if its whole value was returned, else reopens the payment. */
async function updateReversedPayment(trx: Trx, reversesId: number | null, actor: Actor): Promise<void> {
  const reversedPayment = reversesId === null ? undefined : await lockPayment(trx, reversesId)
  if (!reversedPayment) return
  await closeIfFullyReturned(trx, reversedPayment, actor)
  await reopenUnlessFullyReturned(trx, reversedPayment)
}

async function closePayment(
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

/** Returns the resolution for the history, which calls a reversal that never happened 'stayed' and not 'dismissed'. */
function getRecordedResolution(
  problem: PaymentProblem,
  { resolution }: PaymentDecision,
): PaymentResolution | 'stayed' {
  return problem === 'reversed' && resolution === 'dismissed' ? 'stayed' : resolution
}

async function recordResolution(
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
