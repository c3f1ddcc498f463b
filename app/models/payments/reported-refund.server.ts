import type { Refund } from '#app/domain/payments/money-back.ts'
import { isStandingRefund } from '#app/models/charges/returned-money.server.ts'
import type { Trx } from '#app/models/platform/db.server.ts'

/** As created_by of a refund that bank or gateway reported. */
const NOBODY = 0

/**
 * Staff record a refund that bank or gateway reported before: it gets their proof and stays one, on the day it was
 * reported for. False where none of this value was reported, or where the bank did it at the shop's wish.
 */
export async function claimReportedRefund(trx: Trx, refund: Refund, userId: number): Promise<boolean> {
  const asked = await trx
    .selectFrom('pix_refunds')
    .select('id')
    .where('refund_key', '=', refund.token)
    .executeTakeFirst()
  if (asked) return false
  return (await claimRefund(trx, refund, userId)) || (await claimReversal(trx, refund, userId))
}

async function claimRefund(trx: Trx, refund: Refund, userId: number): Promise<boolean> {
  const { paymentId, orderId, value, document, note, token } = refund
  const row = await trx
    .selectFrom('refunds')
    .select('id')
    .where((eb) => (paymentId === null ? eb('order_id', '=', orderId) : eb('payment_id', '=', paymentId)))
    .where('value', '=', value)
    .where('created_by', '=', NOBODY)
    .where('gateway_key', 'is not', null)
    .where(isStandingRefund)
    .orderBy('id')
    .limit(1)
    .forUpdate()
    .executeTakeFirst()
  if (!row) return false
  const proof = { document, note, token, created_by: userId }
  await trx.updateTable('refunds').set(proof).where('id', '=', row.id).execute()
  return true
}

/** Money that was taken back against the shop's will is no refund of the shop. */
async function claimReversal(trx: Trx, refund: Refund, userId: number): Promise<boolean> {
  const { paymentId, orderId, value, document, note, token } = refund
  const reversal = await trx
    .selectFrom('payments')
    .select(['id', 'event_key', 'reverses_id', 'order_id', 'paid_on'])
    .where((eb) => (paymentId === null ? eb('order_id', '=', orderId) : eb('reverses_id', '=', paymentId)))
    .where('problem', '=', 'reversed')
    .where('reverses_id', 'is not', null)
    .where('value', '=', value)
    .where((eb) => eb.or([eb('resolution', 'is', null), eb('resolution', '=', 'upheld')]))
    .where((eb) =>
      eb.or([eb('reversal', '=', 'refund'), eb.and([eb('reversal', 'is', null), eb('source', '=', 'pix')])]),
    )
    .orderBy('id')
    .limit(1)
    .forUpdate()
    .executeTakeFirst()
  if (!reversal) return false
  await trx
    .insertInto('refunds')
    .values({
      order_id: reversal.order_id,
      payment_id: reversal.reverses_id,
      value,
      refunded_on: reversal.paid_on,
      document,
      note,
      token,
      gateway_key: reversal.event_key,
      created_by: userId,
    })
    .execute()
  await trx
    .updateTable('payments')
    .set({ resolution: 'refunded', resolved_at: new Date(), resolved_by: userId })
    .where('id', '=', reversal.id)
    .execute()
  return true
}
