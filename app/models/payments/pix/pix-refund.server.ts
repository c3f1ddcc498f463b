import {
  isPixRefundOpen,
  makePixEventKey,
  type PixReturn,
  parseEndToEndId,
  pixRefundDays,
  pixRefundStates,
} from '#app/domain/payments/pix-refund.ts'
import { addDays, type CivilDate } from '#app/domain/platform/calendar.ts'
import type { Centavos } from '#app/domain/platform/money.ts'
import { lockPayment, lockPaymentAndOrder, recordReversal } from '#app/models/payments/payment.server.ts'
import { calculateRefundableAmount, recordRefund } from '#app/models/payments/refund.server.ts'
import { bookEarlierReturns } from '#app/models/payments/refunds/refund-order.server.ts'
import { db, type Trx, withTransaction } from '#app/models/platform/db.server.ts'
import { type Actor, recordHistory } from '#app/models/platform/history.server.ts'
import { addToOutbox, markEffectRefused } from '#app/models/platform/outbox.server.ts'

const MAX_SHOWN = 100
const MAX_REASON_LENGTH = 140
const refundJob = 'refund-pix'

export type PixRefundInput = {
  paymentId: number
  value: Centavos
  note: string | null
  /** idempotency token of the form, also used as the refund's id at the bank */
  token: string
}

export type PixRefundAnswer = 'asked' | 'too-much' | 'nothing-came-in' | 'too-late' | 'not-pix' | 'unknown'

/** Requests a refund of a Pix. The amount counts as refunded unless the bank rejects the refund. */
export function requestPixRefund(
  { paymentId, value, note, token }: PixRefundInput,
  actor: Actor & { actorUserId: number },
  today: CivilDate,
): Promise<PixRefundAnswer> {
  return withTransaction(async (trx) => {
    const paymentAndOrder = await lockPaymentAndOrder(trx, paymentId)
    if (!paymentAndOrder) return 'unknown'
    const { order, payment } = paymentAndOrder
    const orderId = payment.order_id
    if (orderId !== null) await bookEarlierReturns(trx, orderId, actor)
    const endToEndId = parseEndToEndId(payment.event_key)
    if (endToEndId === null) return 'not-pix'
    if (await findRefundByKey(trx, token)) return 'asked'
    if (addDays(payment.paid_on, pixRefundDays) < today) return 'too-late'
    const refundableAmount = await calculateRefundableAmount(trx, order, payment)
    if (refundableAmount === undefined) return 'nothing-came-in'
    if (value > refundableAmount) return 'too-much'
    const row = {
      payment_id: paymentId,
      order_id: orderId,
      end_to_end_id: endToEndId,
      refund_key: token,
      value,
      note,
      reason: null,
      created_by: actor.actorUserId,
    }
    const { insertId } = await trx.insertInto('pix_refunds').values(row).executeTakeFirstOrThrow()
    await addToOutbox(trx, [refundJob], String(insertId))
    if (orderId !== null)
      await recordPixRefundHistory(trx, orderId, 'pix-refund-asked', { value, payment: paymentId }, actor)
    return 'asked'
  })
}

function findRefundByKey(trx: Trx, token: string) {
  return trx.selectFrom('pix_refunds').select('id').where('refund_key', '=', token).executeTakeFirst()
}

export function findPixRefund(id: number) {
  return db.selectFrom('pix_refunds').selectAll().where('id', '=', id).executeTakeFirst()
}

export function listOpenPixRefunds(limit: number) {
  return db
    .selectFrom('pix_refunds')
    .select(['id', 'end_to_end_id as endToEndId'])
    .where('state', '=', 'processing')
    .orderBy('id')
    .limit(limit)
    .execute()
}

export async function isPaymentBeingRefunded(trx: Trx, paymentId: number): Promise<boolean> {
  const openRefund = await trx
    .selectFrom('pix_refunds')
    .select('id')
    .where('payment_id', '=', paymentId)
    .where('state', 'in', pixRefundStates.filter(isPixRefundOpen))
    .limit(1)
    .executeTakeFirst()
  return openRefund !== undefined
}

/** Returns pending and rejected refunds. Completed refunds are rows of `refunds`. */
export function listPixRefunds(paymentId: number) {
  return db
    .selectFrom('pix_refunds')
    .select(['id', 'value', 'state', 'reason', 'created_at as createdAt'])
    .where('payment_id', '=', paymentId)
    .where('state', '<>', 'done')
    .orderBy('id')
    .limit(MAX_SHOWN)
    .execute()
}

/**
 * Stores the bank's reply to a refund. The reply's id is the proof of a completed refund. A refund waits for staff
 * if it failed or if staff recorded it, too. Returns false for an unknown refund.
 */
export function settlePixRefund(reply: PixReturn): Promise<boolean> {
  return withTransaction(async (trx) => {
    const knownRefund = await trx
      .selectFrom('pix_refunds')
      .select(['id', 'payment_id'])
      .where('refund_key', '=', reply.id)
      .executeTakeFirst()
    if (!knownRefund) return false
    await lockPaymentAndOrder(trx, knownRefund.payment_id)
    const refund = await trx
      .selectFrom('pix_refunds')
      .selectAll()
      .where('id', '=', knownRefund.id)
      .forUpdate()
      .executeTakeFirstOrThrow()
    if (refund.state === 'done' || refund.state === reply.state) return true
    await updateState(trx, refund.id, reply.state, reply.reason)
    const actor = { actorUserId: refund.created_by, source: 'pix' }
    if (reply.state === 'done') await recordCompletedRefund(trx, refund, reply, actor)
    if (reply.state === 'failed') await recordFailedRefund(trx, refund, reply, actor)
    return true
  })
}

type PixRefund = NonNullable<Awaited<ReturnType<typeof findPixRefund>>>

/** Records a completed refund, or a reversal if no money was left, because staff must then ask the bank. */
async function recordCompletedRefund(
  trx: Trx,
  refund: PixRefund,
  { id, returnId, refundedOn }: PixReturn,
  actor: Actor & { actorUserId: number },
): Promise<void> {
  const { order_id: orderId, payment_id: paymentId, refund_key: token, value, note } = refund
  const document = returnId ?? id
  const refundData = { orderId, paymentId, value, refundedOn, document, note, token }
  const refundResult = await recordRefund(refundData, actor, trx)
  if (refundResult === 'recorded') return
  const payment = await lockPayment(trx, paymentId)
  const reversedKey = makePixEventKey(refund.end_to_end_id)
  const money = {
    eventKey: `${reversedKey}/${document}`,
    source: 'pix' as const,
    boletoId: payment?.boleto_id ?? null,
    value,
    paidOn: refundedOn,
    creditedOn: null,
    reversal: 'refund' as const,
  }
  await recordReversal(money, actor, { trx, reverses: reversedKey })
}

async function recordFailedRefund(
  trx: Trx,
  { id, order_id: orderId, payment_id: payment, value }: PixRefund,
  { reason }: PixReturn,
  actor: Actor,
): Promise<void> {
  await markEffectRefused(trx, { job: refundJob, subject: String(id) }, formatPixRefundRefusal(reason))
  if (orderId !== null)
    await recordPixRefundHistory(trx, orderId, 'pix-refund-failed', { value, payment }, actor)
}

export function formatPixRefundRefusal(reason: string | null): string {
  return `the bank refuses: ${reason ?? 'NAO_REALIZADO'}`
}

export async function failPixRefund(id: number, reason: string): Promise<void> {
  const refund = await findPixRefund(id)
  if (!refund) return
  const { refund_key: key, value } = refund
  await settlePixRefund({
    id: key,
    state: 'failed',
    value,
    returnId: null,
    kind: 'refund',
    // A failed refund has no date.
    refundedOn: '',
    reason: reason.slice(0, MAX_REASON_LENGTH),
  })
}

async function updateState(
  trx: Trx,
  id: number,
  state: PixReturn['state'],
  reason: string | null,
): Promise<void> {
  await trx
    .updateTable('pix_refunds')
    .set({ state, state_at: new Date(), reason: state === 'failed' ? reason : null })
    .where('id', '=', id)
    .execute()
}

function recordPixRefundHistory(
  trx: Trx,
  orderId: number,
  action: string,
  details: Record<string, unknown>,
  actor: Actor,
): Promise<number> {
  return recordHistory(trx, { entity: 'order', entityId: orderId, action, ...actor, details })
}
