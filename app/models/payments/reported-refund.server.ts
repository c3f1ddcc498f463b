import type { Refund } from '#app/domain/payments/money-back.ts'
import type { CivilDate } from '#app/domain/platform/calendar.ts'
import type { Centavos } from '#app/domain/platform/money.ts'
import { isStandingRefund } from '#app/models/charges/returned-money.server.ts'
import { enqueueRefundMail } from '#app/models/payments/refund-mail.server.ts'
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
    .select(['id', 'event_key', 'reverses_id', 'order_id', 'paid_on', 'value'])
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
  await insertRefundOfReversal(trx, reversal, { document, note, token }, userId)
  await trx
    .updateTable('payments')
    .set({ resolution: 'refunded', resolved_at: new Date(), resolved_by: userId })
    .where('id', '=', reversal.id)
    .execute()
  return true
}

/**
 * Staff confirm a return of the shop's side without a proof of their own: the bank's id is its document, and a proof
 * recorded later claims it. The caller closes the reversal as 'refunded'.
 */
export function insertReportedRefund(trx: Trx, reversal: Returned & { id: number }): Promise<void> {
  const document = reversal.event_key.split('/').findLast((part) => part !== 'reversed') ?? ''
  const proof = { document, note: null, token: `reversal/${reversal.id}` }
  return insertRefundOfReversal(trx, reversal, proof, NOBODY)
}

type Returned = {
  event_key: string
  reverses_id: number | null
  order_id: number | null
  paid_on: CivilDate
  value: Centavos
}

/** The refund stands for the reversal, and its buyer gets a mail. */
async function insertRefundOfReversal(
  trx: Trx,
  { event_key: gateway_key, reverses_id: payment_id, order_id, paid_on: refunded_on, value }: Returned,
  proof: Pick<Refund, 'document' | 'note' | 'token'>,
  userId: number,
): Promise<void> {
  const facts = { order_id, payment_id, value, refunded_on, gateway_key, created_by: userId }
  const { insertId } = await trx
    .insertInto('refunds')
    .values({ ...facts, ...proof })
    .executeTakeFirstOrThrow()
  await enqueueRefundMail(trx, { refundId: Number(insertId), orderId: order_id })
}
