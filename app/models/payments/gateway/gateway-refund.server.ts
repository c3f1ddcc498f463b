import { enqueueRefundMail } from '#app/models/payments/refunds/refund-mail.server.ts'
import {
  isReturnKnown,
  listUnmatchedRefunds,
  listUnreversedRefunds,
  lockRefundedPayment,
  matchOwnRefund,
  matchRefundParts,
  type RefundedPayment,
  type ReportedPart,
  sumUnreturned,
} from '#app/models/payments/refunds/refund-match.server.ts'
import { db, isDuplicate, type Trx, withTransaction } from '#app/models/platform/db.server.ts'
import { type Actor, recordHistory } from '#app/models/platform/history.server.ts'

export type GatewayRefund = ReportedPart & { document: string }

/** Value of created_by for refunds that the gateway reported */
const NO_USER = 0

/**
 * Records refunds that the gateway reports. A refund that staff recorded with the same value, or with the sum of
 * several reports, counts as the same refund. Returns 'differs' if staff must decide because the reports exceed the
 * payment or differ from the refunds that staff recorded.
 */
export function recordGatewayRefunds(
  eventKey: string,
  refunds: readonly GatewayRefund[],
  actor: Actor,
  outerTrx?: Trx,
): Promise<'known' | 'recorded' | 'differs'> {
  return withTransaction(async (trx) => {
    const payment = await lockRefundedPayment(trx, eventKey)
    if (!payment) return 'known'
    let outcome: 'known' | 'recorded' = 'known'
    await matchRefundParts(trx, payment, refunds, actor)
    for (const refund of refunds) {
      const unreversedRefunds = await listUnreversedRefunds(trx, payment)
      if (await isReturnKnown(trx, unreversedRefunds, refund.key)) continue
      const isMatched = await matchOwnRefund(trx, payment, unreversedRefunds, { ...refund, kind: 'refund' })
      if (isMatched) continue
      const unreturnedAmount = await sumUnreturned(trx, payment, unreversedRefunds)
      if (refund.value > unreturnedAmount) return 'differs'
      // The reported refund may be a part of a refund that staff recorded, or may contain that refund.
      const unmatchedRefunds = await listUnmatchedRefunds(trx, payment, unreversedRefunds)
      if (unmatchedRefunds.length > 0) return 'differs'
      await insertGatewayRefund(trx, payment, refund, actor)
      outcome = 'recorded'
    }
    return outcome
  }, outerTrx)
}

/** Inserts a reported refund and queues its mail. Does nothing if the report is already recorded. */
async function insertGatewayRefund(
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
        created_by: NO_USER,
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

/** Returns the payment of an event, or undefined if it has a reversal that staff have not dismissed. */
export function findUnreversedPayment(eventKey: string) {
  return db
    .selectFrom('payments')
    .select(['id', 'value'])
    .where('event_key', '=', eventKey)
    .where((eb) => eb.not(eb.exists(selectReversals(eventKey).select('reversal.id'))))
    .executeTakeFirst()
}

export async function isPaymentReversed(eventKey: string): Promise<boolean> {
  const reversal = await selectReversals(eventKey).select('reversal.id').executeTakeFirst()
  return reversal !== undefined
}

/** Selects the event's reversals, except dismissed reversals. A reversal resolved as 'refunded' counts. */
function selectReversals(eventKey: string) {
  return db
    .selectFrom('payments as reversal')
    .where('reversal.event_key', '=', `${eventKey}/reversed`)
    .where((eb) =>
      eb.or([eb('reversal.resolution', 'is', null), eb('reversal.resolution', '<>', 'dismissed')]),
    )
}
