import type { CivilDate } from '#app/domain/platform/calendar.ts'
import type { Centavos } from '#app/domain/platform/money.ts'
import { lockOrder } from '#app/models/charges/order-lock.server.ts'
import { lockPayment } from '#app/models/payments/payment.server.ts'
import { db, isDuplicate, type Trx, withTransaction } from '#app/models/platform/db.server.ts'
import { type Actor, recordHistory } from '#app/models/platform/history.server.ts'

export type GatewayRefund = { key: string; value: Centavos; on: CivilDate; document: string }

const NOBODY = 0

/** One that staff recorded before, of the same value, is that refund. 'differs': more than came in, left to staff. */
export function recordGatewayRefunds(
  eventKey: string,
  refunds: readonly GatewayRefund[],
  actor: Actor,
): Promise<'known' | 'recorded' | 'differs'> {
  return withTransaction(async (trx) => {
    const payment = await lockRefunded(trx, eventKey)
    if (!payment) return 'known'
    let outcome: 'known' | 'recorded' = 'known'
    for (const refund of refunds) {
      const rows = await listRefundsOf(trx, payment)
      if (rows.some(({ gateway_key }) => gateway_key === refund.key)) continue
      const own = rows.find(({ gateway_key, value }) => gateway_key === null && value === refund.value)
      if (own) await claim(trx, own.id, refund.key)
      else if (sumOf(rows) + refund.value > payment.value) return 'differs'
      else {
        await insert(trx, payment, refund, actor)
        outcome = 'recorded'
      }
    }
    return outcome
  })
}

export async function leftOfPayment(trx: Trx, eventKey: string, paid: Centavos): Promise<Centavos> {
  const payment = await lockRefunded(trx, eventKey)
  return payment ? payment.value - sumOf(await listRefundsOf(trx, payment)) : paid
}

type Payment = NonNullable<Awaited<ReturnType<typeof lockRefunded>>>

async function lockRefunded(trx: Trx, eventKey: string) {
  const found = await trx
    .selectFrom('payments')
    .select(['id', 'order_id'])
    .where('event_key', '=', eventKey)
    .executeTakeFirst()
  if (!found) return undefined
  if (found.order_id !== null) await lockOrder(trx, found.order_id)
  return lockPayment(trx, found.id)
}

/** Those of the order as a whole belong to the payment that paid it. */
function listRefundsOf(trx: Trx, { id, order_id: orderId, problem, resolution }: Payment) {
  const isOwn = problem === null || resolution === 'accepted' || resolution === 'assigned'
  return trx
    .selectFrom('refunds')
    .select(['id', 'value', 'gateway_key'])
    .where((eb) =>
      isOwn && orderId !== null
        ? eb.or([
            eb('payment_id', '=', id),
            eb.and([eb('payment_id', 'is', null), eb('order_id', '=', orderId)]),
          ])
        : eb('payment_id', '=', id),
    )
    .orderBy('id')
    .execute()
}

function sumOf(rows: readonly { value: Centavos }[]): Centavos {
  return rows.reduce((sum, { value }) => sum + value, 0)
}

async function claim(trx: Trx, id: number, key: string): Promise<void> {
  await trx
    .updateTable('refunds')
    .set({ gateway_key: key })
    .where('id', '=', id)
    .where('gateway_key', 'is', null)
    .execute()
}

async function insert(trx: Trx, payment: Payment, refund: GatewayRefund, actor: Actor): Promise<void> {
  const { key, value, on: refundedOn, document } = refund
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

export function findStandingPayment(eventKey: string) {
  return db
    .selectFrom('payments')
    .select(['id', 'value'])
    .where('event_key', '=', eventKey)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('payments as reversal')
            .select('reversal.id')
            .where('reversal.event_key', '=', `${eventKey}/reversed`),
        ),
      ),
    )
    .executeTakeFirst()
}

export async function hasOpenReversal(eventKey: string): Promise<boolean> {
  const row = await db
    .selectFrom('payments')
    .select('id')
    .where('event_key', '=', `${eventKey}/reversed`)
    .where('resolved_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}
