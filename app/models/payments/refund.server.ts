import { type RawBuilder, sql } from 'kysely'
import type { Refund } from '#app/domain/payments/money-back.ts'
import type { CivilDate } from '#app/domain/platform/calendar.ts'
import type { Centavos } from '#app/domain/platform/money.ts'
import { lockOrder } from '#app/models/charges/order-lock.server.ts'
import { isStandingReversal, isUnreversedRefund } from '#app/models/charges/returned-money.server.ts'
import { type lockPayment, lockPaymentAndOrder } from '#app/models/payments/payment.server.ts'
import { enqueueRefundMail } from '#app/models/payments/refunds/refund-mail.server.ts'
import { bookEarlierReturns } from '#app/models/payments/refunds/refund-order.server.ts'
import {
  attachRefundProof,
  listReportsWithoutProof,
} from '#app/models/payments/refunds/reported-refund.server.ts'
import { type DbOrTrx, db, isDuplicate, type Trx, withTransaction } from '#app/models/platform/db.server.ts'
import type { Actor } from '#app/models/platform/history.server.ts'
import { recordHistory } from '#app/models/platform/history.server.ts'

const MAX_SHOWN = 100

/**
 * Records money refunded elsewhere with its proof (D16, D49), up to the amount left. A reported refund of the same
 * value counts as this refund. Returns 'already-reported' if bank or gateway reported another value: staff must
 * then confirm that the refunds differ (D154).
 */
export function recordRefund(
  refund: Refund,
  actor: Actor & { actorUserId: number },
  outerTrx?: Trx,
): Promise<'recorded' | 'too-much' | 'nothing-came-in' | 'already-reported' | 'unknown'> {
  return withTransaction(async (trx) => {
    const { order, payment } = await lockRefundTarget(trx, refund)
    if (!order && !payment) return 'unknown'
    const orderId = order?.id ?? null
    if (orderId !== null) await bookEarlierReturns(trx, orderId, actor)
    if (await isRefundRecorded(trx, refund.token)) return 'recorded'
    const hasAttachedProof = await attachRefundProof(trx, { ...refund, orderId }, actor.actorUserId)
    if (!hasAttachedProof) {
      const refundableAmount = await calculateRefundableAmount(trx, order, payment)
      if (refundableAmount === undefined) return 'nothing-came-in'
      if (refund.value > refundableAmount) return 'too-much'
      const reports = refund.isOther ? [] : await listReportsWithoutProof(trx, { ...refund, orderId })
      if (reports.length > 0) return 'already-reported'
      await insertRefund(trx, { ...refund, orderId }, actor.actorUserId)
    }
    if (payment) await closeIfFullyReturned(trx, payment, actor)
    if (orderId !== null) await recordRefundHistory(trx, orderId, refund, actor)
    return 'recorded'
  }, outerTrx)
}

type Order = { id: number; total: Centavos; paid_on: CivilDate | null }
type Payment = Pick<
  NonNullable<Awaited<ReturnType<typeof lockPayment>>>,
  'id' | 'value' | 'problem' | 'resolution'
>

/**
 * Returns the centavos left to refund, or undefined without a payment. A payment that did not pay for the order
 * has a remainder of its own; any other is limited by the order's remainder too. Pending refunds count as made.
 */
export async function calculateRefundableAmount(
  trx: DbOrTrx,
  order: Order | undefined,
  payment: Payment | undefined,
): Promise<Centavos | undefined> {
  if (payment?.problem === 'reversed') return undefined
  const paymentRemainder = payment && (await calculatePaymentRemainder(trx, payment))
  if (payment && (!order || !isOrderMoney(payment))) return paymentRemainder
  if (!order) return undefined
  const ownSum = await sumOwnPayments(trx, order.id)
  if (ownSum === 0 && order.paid_on === null) return undefined
  const refundedSum = await sumRefunds(
    trx,
    sql`order_id = ${order.id} and (payment_id is null or payment_id in (
    select id from payments where order_id = ${order.id} and (problem is null or resolution in ('accepted', 'assigned'))))`,
  )
  const reversedSum = await sumOwnReversals(trx, order.id)
  // An order that staff marked as paid has no payments, so its total counts.
  const orderRemainder = (ownSum || order.total) - refundedSum - reversedSum
  return paymentRemainder === undefined ? orderRemainder : Math.min(paymentRemainder, orderRemainder)
}

async function calculatePaymentRemainder(trx: DbOrTrx, { id, value }: Payment): Promise<Centavos> {
  const refundedSum = await sumRefunds(trx, sql`payment_id = ${id}`)
  const reversedSum = await sumReversals(trx, id)
  return value - refundedSum - reversedSum
}

export async function findRefundableAmount(paymentId: number): Promise<Centavos> {
  const payment = await db.selectFrom('payments').selectAll().where('id', '=', paymentId).executeTakeFirst()
  if (!payment) return 0
  const order =
    payment.order_id === null
      ? undefined
      : await db
          .selectFrom('orders')
          .select(['id', 'total', 'paid_on'])
          .where('id', '=', payment.order_id)
          .executeTakeFirst()
  return Math.max(0, (await calculateRefundableAmount(db, order, payment)) ?? 0)
}

/** Returns true if all money was refunded or reversed. Ignores pending refunds because they may fail. */
async function isFullyReturned(trx: Trx, { id, value }: Payment): Promise<boolean> {
  const { sum } = await trx
    .selectFrom('refunds')
    .select(sql<number>`coalesce(sum(value), 0)`.as('sum'))
    .where('payment_id', '=', id)
    .where(isUnreversedRefund)
    .executeTakeFirstOrThrow()
  return Number(sum) + (await sumReversals(trx, id)) >= value
}

/** Returns the centavos of a payment that bank or gateway reversed. */
export async function sumReversals(trx: DbOrTrx, paymentId: number): Promise<Centavos> {
  const row = await trx
    .selectFrom('payments')
    .select(sql<number>`coalesce(sum(value), 0)`.as('sum'))
    .where('reverses_id', '=', paymentId)
    .where(isStandingReversal('payments'))
    .executeTakeFirstOrThrow()
  return Number(row.sum)
}

async function sumOwnReversals(trx: DbOrTrx, orderId: number): Promise<Centavos> {
  const row = await trx
    .selectFrom('payments')
    .innerJoin('payments as reversal', 'reversal.reverses_id', 'payments.id')
    .select(sql<number>`coalesce(sum(reversal.value), 0)`.as('sum'))
    .where('payments.order_id', '=', orderId)
    .where(isOwnPayment)
    .where(isStandingReversal('reversal'))
    .executeTakeFirstOrThrow()
  return Number(row.sum)
}

const isOwnPayment = sql<boolean>`(payments.problem is null or payments.resolution in ('accepted', 'assigned'))`

/** Returns true if the payment paid its order, directly or by a decision of staff. */
export function isOrderMoney({ problem, resolution }: Pick<Payment, 'problem' | 'resolution'>): boolean {
  return problem === null || resolution === 'accepted' || resolution === 'assigned'
}

async function sumOwnPayments(trx: DbOrTrx, orderId: number): Promise<Centavos> {
  const row = await trx
    .selectFrom('payments')
    .select(sql<number>`coalesce(sum(value), 0)`.as('sum'))
    .where('order_id', '=', orderId)
    .where(isOwnPayment)
    .executeTakeFirstOrThrow()
  return Number(row.sum)
}

async function lockRefundTarget(trx: Trx, { orderId, paymentId }: Refund) {
  if (paymentId !== null)
    return (await lockPaymentAndOrder(trx, paymentId)) ?? { order: undefined, payment: undefined }
  return { order: orderId === null ? undefined : await lockOrder(trx, orderId), payment: undefined }
}

async function isRefundRecorded(trx: Trx, token: string): Promise<boolean> {
  const refund = await trx.selectFrom('refunds').select('id').where('token', '=', token).executeTakeFirst()
  return refund !== undefined
}

/** Inserts a refund and queues its mail. Ignores a repeated token. */
async function insertRefund(trx: Trx, refund: Refund, userId: number): Promise<void> {
  const { orderId, paymentId, value, refundedOn, document, note, token } = refund
  try {
    const { insertId } = await trx
      .insertInto('refunds')
      .values({
        order_id: orderId,
        payment_id: paymentId,
        value,
        refunded_on: refundedOn,
        document,
        note,
        token,
        created_by: userId,
      })
      .executeTakeFirstOrThrow()
    await enqueueRefundMail(trx, { refundId: Number(insertId), orderId })
  } catch (error) {
    if (!isDuplicate(error)) throw error
  }
}

/** Closes an open payment with a problem as 'refunded' if its whole value was returned. */
export async function closeIfFullyReturned(
  trx: Trx,
  payment: NonNullable<Awaited<ReturnType<typeof lockPayment>>>,
  { actorUserId }: Actor,
): Promise<void> {
  if (!payment.problem || payment.resolved_at || !(await isFullyReturned(trx, payment))) return
  await trx
    .updateTable('payments')
    .set({ resolution: 'refunded', resolved_at: new Date(), resolved_by: actorUserId })
    .where('id', '=', payment.id)
    .execute()
}

/** Reopens a payment that was closed as refunded if a part of its value was not returned. */
export async function reopenUnlessFullyReturned(
  trx: Trx,
  payment: NonNullable<Awaited<ReturnType<typeof lockPayment>>>,
): Promise<void> {
  const isClosedPayment = payment.resolution === 'refunded' && payment.problem !== 'reversed'
  if (!isClosedPayment || (await isFullyReturned(trx, payment))) return
  await reopenPayment(trx, payment.id)
}

/** Reopens a payment that was closed as fully refunded, so staff see it again. */
export async function reopenPayment(trx: Trx, id: number): Promise<void> {
  await trx
    .updateTable('payments')
    .set({ resolution: null, resolved_at: null, resolved_by: null })
    .where('id', '=', id)
    .where('resolution', '=', 'refunded')
    .execute()
}

export async function recordRefundHistory(
  trx: Trx,
  orderId: number,
  { value, refundedOn, document, paymentId }: Omit<Refund, 'orderId' | 'note' | 'token'>,
  actor: Actor,
): Promise<void> {
  const paymentDetail = paymentId === null ? {} : { payment: paymentId }
  const details = { value, refundedOn, document, ...paymentDetail }
  await recordHistory(trx, { entity: 'order', entityId: orderId, action: 'refunded', ...actor, details })
}

/** Returns the centavos of unreversed and of pending refunds that meet the condition. */
async function sumRefunds(trx: DbOrTrx, condition: RawBuilder<unknown>): Promise<Centavos> {
  const row = await trx
    .selectNoFrom(
      sql<number>`(select coalesce(sum(value), 0) from refunds where ${isUnreversedRefund} and ${condition})
        + (select coalesce(sum(value), 0) from pix_refunds where state in ('asked', 'processing') and ${condition})`.as(
        'sum',
      ),
    )
    .executeTakeFirstOrThrow()
  return Number(row.sum)
}

export function listRefunds(owner: { paymentId: number } | { orderId: number }) {
  return db
    .selectFrom('refunds')
    .leftJoin('profiles as maker', 'maker.user_id', 'refunds.created_by')
    .where((eb) =>
      'paymentId' in owner
        ? eb('refunds.payment_id', '=', owner.paymentId)
        : eb('refunds.order_id', '=', owner.orderId),
    )
    .leftJoin('refund_reversals', 'refund_id', 'refunds.id')
    .leftJoin('pix_refunds', (join) =>
      join
        .onRef('pix_refunds.payment_id', '=', 'refunds.payment_id')
        .onRef('pix_refunds.refund_key', '=', 'refunds.token'),
    )
    .select(['refunds.id', 'refunds.value', 'refunded_on as refundedOn', 'document', 'refunds.note'])
    .select(['maker.name as by', 'refunds.payment_id as paymentId', 'reversed_on as reversedOn'])
    .select('refund_reversals.reason as reversalReason')
    .select(sql<boolean>`(gateway_key is not null or pix_refunds.id is not null)`.as('isByProvider'))
    .orderBy('refunds.id')
    .limit(MAX_SHOWN)
    .execute()
}
