import { enqueueRefundMail } from '#app/models/payments/refunds/refund-mail.server.ts'
import {
  isReturnKnown,
  listStandingRefunds,
  listUnmatchedRefunds,
  lockRefunded,
  matchOwnRefund,
  matchRefundParts,
  type RefundedPayment,
  type ReportedPart,
  sumUnreturned,
} from '#app/models/payments/refunds/refund-match.server.ts'
import { db, isDuplicate, type Trx, withTransaction } from '#app/models/platform/db.server.ts'
import { type Actor, recordHistory } from '#app/models/platform/history.server.ts'

export type GatewayRefund = ReportedPart & { document: string }

const NOBODY = 0

/**
 * Records refunds that the gateway reports. A refund by staff of the same value, or a sum of parts, is the
 * same one. 'differs': more than was received, or not what staff recorded, so staff decide.
 */
export function recordGatewayRefunds(
  eventKey: string,
  refunds: readonly GatewayRefund[],
  actor: Actor,
  outer?: Trx,
): Promise<'known' | 'recorded' | 'differs'> {
  return withTransaction(async (trx) => {
    const payment = await lockRefunded(trx, eventKey)
    if (!payment) return 'known'
    let outcome: 'known' | 'recorded' = 'known'
    await matchRefundParts(trx, payment, refunds, actor)
    for (const refund of refunds) {
      const rows = await listStandingRefunds(trx, payment)
      if (await isReturnKnown(trx, rows, refund.key)) continue
      if (await matchOwnRefund(trx, payment, rows, { ...refund, kind: 'refund' })) continue
      if (refund.value > (await sumUnreturned(trx, payment, rows))) return 'differs'
      // The reported refund may be part of a sum that staff recorded, or the other way round.
      if ((await listUnmatchedRefunds(trx, payment, rows)).length > 0) return 'differs'
      await insert(trx, payment, refund, actor)
      outcome = 'recorded'
    }
    return outcome
  }, outer)
}

async function insert(
  trx: Trx,
  payment: RefundedPayment,
  refund: GatewayRefund,
  actor: Actor,
): Promise<void> {
  const { key, value, date: refundedOn, document } = refund
  const { id: paymentId, order_id: orderId } = payment
  try {
    const { insertId } = await trx
      .insertInto('refunds')
      .values({
        order_id: orderId,
        payment_id: paymentId,
        value,
        refunded_on: refundedOn,
        document,
        note: null,
        token: `gateway/${paymentId}/${await countRefunds(trx, paymentId)}`,
        gateway_key: key,
        created_by: NOBODY,
      })
      .executeTakeFirstOrThrow()
    if (orderId === null || insertId === undefined) return
    await enqueueRefundMail(trx, { refundId: Number(insertId), orderId })
    const details = { value, refundedOn, document, payment: paymentId }
    await recordHistory(trx, { entity: 'order', entityId: orderId, action: 'refunded', ...actor, details })
  } catch (error) {
    if (!isDuplicate(error, 'refunds_gateway')) throw error
  }
}

async function countRefunds(trx: Trx, paymentId: number): Promise<number> {
  const { count } = await trx
    .selectFrom('refunds')
    .where('payment_id', '=', paymentId)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Returns the payment of an event; undefined if it was reversed, unless staff dismissed the reversal. */
export function findUnreversedPayment(eventKey: string) {
  return db
    .selectFrom('payments')
    .select(['id', 'value'])
    .where('event_key', '=', eventKey)
    .where((eb) => eb.not(eb.exists(selectReversals(eventKey).select('reversal.id'))))
    .executeTakeFirst()
}

export async function isPaymentReversed(eventKey: string): Promise<boolean> {
  return (await selectReversals(eventKey).select('reversal.id').executeTakeFirst()) !== undefined
}

/** Selects reversals that count. 'refunded' ones count, since a refund by staff covers them. */
function selectReversals(eventKey: string) {
  return db
    .selectFrom('payments as reversal')
    .where('reversal.event_key', '=', `${eventKey}/reversed`)
    .where((eb) =>
      eb.or([eb('reversal.resolution', 'is', null), eb('reversal.resolution', '<>', 'dismissed')]),
    )
}
