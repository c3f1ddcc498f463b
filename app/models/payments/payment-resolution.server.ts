import { orderStatus } from '#app/domain/orders/order-status.ts'
import type { PaymentProblem, PaymentResolution } from '#app/domain/payments/received-payment.ts'
import type { CivilDate } from '#app/domain/platform/calendar.ts'
import { lockOrder } from '#app/models/charges/order-lock.server.ts'
import { confirmPayment } from '#app/models/orders/order-status.server.ts'
import { hasPayment, lockPayment } from '#app/models/payments/payment.server.ts'
import { isBeingRefunded } from '#app/models/payments/pix/pix-refund.server.ts'
import { type Trx, withTransaction } from '#app/models/platform/db.server.ts'
import type { Actor } from '#app/models/platform/history.server.ts'
import { recordHistory } from '#app/models/platform/history.server.ts'

export type Decision =
  | { resolution: 'accepted' }
  | { resolution: 'assigned'; orderId: number }
  | { resolution: 'dismissed'; note: string }

export type Resolved =
  | 'resolved'
  | 'already'
  | 'unknown'
  | 'not-possible'
  | 'unknown-order'
  | 'order-has-payment'
  | 'being-refunded'

/**
 * Staff's decision about an unresolved payment (D15): accept a differing amount, assign it to an order, or dismiss it
 * with a note. The first two confirm the order through confirmPayment, unless the bank is giving the money back; the first
 * decision stands.
 */
export function resolvePayment(
  id: number,
  decision: Decision,
  actor: Actor,
  today: CivilDate,
): Promise<Resolved> {
  return withTransaction(async (trx) => {
    const before = await trx.selectFrom('payments').select('order_id').where('id', '=', id).executeTakeFirst()
    const orderId = decision.resolution === 'assigned' ? decision.orderId : (before?.order_id ?? null)
    const order = orderId === null ? undefined : await lockOrder(trx, orderId)
    const payment = await lockPayment(trx, id)
    if (!payment) return 'unknown'
    if (payment.problem === null || payment.resolved_at) return 'already'
    if (decision.resolution !== 'dismissed') {
      if (!isOffered(payment.problem, decision.resolution)) return 'not-possible'
      if (await isBeingRefunded(trx, id)) return 'being-refunded'
      if (!order) return 'unknown-order'
      const barred = await confirm(trx, { id, orderId: order.id, status: order.status }, actor, today)
      if (barred) return barred
    }
    await close(trx, id, decision, actor)
    if (order) await note(trx, order.id, { id, decision }, actor)
    return 'resolved'
  })
}

/** Besides refunding and dismissing. */
export function isOffered(problem: PaymentProblem, resolution: PaymentResolution): boolean {
  if (resolution === 'accepted') return problem === 'amount-differs'
  return resolution === 'assigned' && (problem === 'unmatched' || problem === 'boleto-differs')
}

type Confirmed = { id: number; orderId: number; status: number }

async function confirm(
  trx: Trx,
  { id, orderId, status }: Confirmed,
  actor: Actor,
  today: CivilDate,
): Promise<Resolved | undefined> {
  if (await hasPayment(trx, orderId, id)) return 'order-has-payment'
  if (status === orderStatus.confirmed) return undefined
  // Staff cannot confirm an order before its photo review.
  if (status === orderStatus.underReview) return 'not-possible'
  const change = await confirmPayment(orderId, actor, today, undefined, trx)
  return change === 'changed' ? undefined : 'not-possible'
}

async function close(trx: Trx, id: number, decision: Decision, { actorUserId }: Actor): Promise<void> {
  await trx
    .updateTable('payments')
    .set({
      resolution: decision.resolution,
      resolved_at: new Date(),
      resolved_by: actorUserId,
      ...(decision.resolution === 'assigned' ? { order_id: decision.orderId } : {}),
      ...(decision.resolution === 'dismissed' ? { resolution_note: decision.note } : {}),
    })
    .where('id', '=', id)
    .execute()
}

async function note(
  trx: Trx,
  orderId: number,
  { id, decision }: { id: number; decision: { resolution: PaymentResolution } },
  actor: Actor,
): Promise<void> {
  const details = { payment: id, resolution: decision.resolution }
  await recordHistory(trx, {
    entity: 'order',
    entityId: orderId,
    action: 'payment-resolved',
    ...actor,
    details,
  })
}
