import type { Refund } from '#app/domain/payments/money-back.ts'
import type { CivilDate } from '#app/domain/platform/calendar.ts'
import type { Centavos } from '#app/domain/platform/money.ts'
import { isStandingRefund } from '#app/models/charges/returned-money.server.ts'
import { enqueueRefundMail } from '#app/models/payments/refunds/refund-mail.server.ts'
import type { Trx } from '#app/models/platform/db.server.ts'

/** Value of created_by for refunds that bank or gateway reported */
const NO_USER = 0

/**
 * Adds staff's proof to a reported refund because a second refund must not be recorded. Does not change the reported
 * day. Returns false if no refund of this value was reported or if the shop requested the refund from the bank.
 */
export async function attachRefundProof(trx: Trx, refund: Refund, userId: number): Promise<boolean> {
  if (refund.isOther || (await isRequestedByShop(trx, refund))) return false
  return (await claimRefund(trx, refund, userId)) || (await claimReversal(trx, refund, userId))
}

/** Returns the values of reported refunds without a proof by staff. */
export async function listUnclaimedReports(
  trx: Trx,
  refund: Pick<Refund, 'orderId' | 'paymentId' | 'token'>,
): Promise<Centavos[]> {
  if (await isRequestedByShop(trx, refund)) return []
  const refunds = await selectUnclaimedRefunds(trx, refund).select('value').orderBy('id').execute()
  const reversals = await selectUnclaimedReversals(trx, refund).select('value').orderBy('id').execute()
  return [...refunds, ...reversals].map(({ value }) => value)
}

async function isRequestedByShop(trx: Trx, { token }: Pick<Refund, 'token'>): Promise<boolean> {
  const request = await trx
    .selectFrom('pix_refunds')
    .select('id')
    .where('refund_key', '=', token)
    .executeTakeFirst()
  return request !== undefined
}

type RefundTarget = Pick<Refund, 'orderId' | 'paymentId'>

function selectUnclaimedRefunds(trx: Trx, { orderId, paymentId }: RefundTarget) {
  return trx
    .selectFrom('refunds')
    .where((eb) => (paymentId === null ? eb('order_id', '=', orderId) : eb('payment_id', '=', paymentId)))
    .where('created_by', '=', NO_USER)
    .where('gateway_key', 'is not', null)
    .where(isStandingRefund)
}

/** Selects reversals that may be refunds by the shop and that staff have not closed. */
function selectUnclaimedReversals(trx: Trx, { orderId, paymentId }: RefundTarget) {
  return trx
    .selectFrom('payments')
    .where((eb) => (paymentId === null ? eb('order_id', '=', orderId) : eb('reverses_id', '=', paymentId)))
    .where('problem', '=', 'reversed')
    .where('reverses_id', 'is not', null)
    .where((eb) => eb.or([eb('resolution', 'is', null), eb('resolution', '=', 'upheld')]))
    .where((eb) =>
      eb.or([eb('reversal', '=', 'refund'), eb.and([eb('reversal', 'is', null), eb('source', '=', 'pix')])]),
    )
}

async function claimRefund(trx: Trx, refund: Refund, userId: number): Promise<boolean> {
  const { value, document, note, token } = refund
  const row = await selectUnclaimedRefunds(trx, refund)
    .select('id')
    .where('value', '=', value)
    .orderBy('id')
    .limit(1)
    .forUpdate()
    .executeTakeFirst()
  if (!row) return false
  const proof = { document, note, token, created_by: userId }
  await trx.updateTable('refunds').set(proof).where('id', '=', row.id).execute()
  return true
}

async function claimReversal(trx: Trx, refund: Refund, userId: number): Promise<boolean> {
  const { value, document, note, token } = refund
  const reversal = await selectUnclaimedReversals(trx, refund)
    .select(['id', 'event_key', 'reverses_id', 'order_id', 'paid_on', 'value'])
    .where('value', '=', value)
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
 * Records a return that the shop caused and that staff confirm without a proof. The bank's id is used as document
 * until staff add a proof. The caller closes the reversal as 'refunded'.
 */
export async function insertReportedRefund(
  trx: Trx,
  reversal: ReversalRow & { id: number },
): Promise<Pick<Refund, 'value' | 'refundedOn' | 'document'>> {
  const keyParts = reversal.event_key.split('/')
  const document = keyParts.findLast((part) => part !== 'reversed') ?? ''
  const proof = { document, note: null, token: `reversal/${reversal.id}` }
  await insertRefundOfReversal(trx, reversal, proof, NO_USER)
  return { value: reversal.value, refundedOn: reversal.paid_on, document }
}

type ReversalRow = {
  event_key: string
  reverses_id: number | null
  order_id: number | null
  paid_on: CivilDate
  value: Centavos
}

async function insertRefundOfReversal(
  trx: Trx,
  reversal: ReversalRow,
  proof: Pick<Refund, 'document' | 'note' | 'token'>,
  userId: number,
): Promise<void> {
  const { event_key: gateway_key, reverses_id: payment_id, paid_on: refunded_on, value } = reversal
  const order_id = await findRefundedOrderId(trx, reversal)
  const refundColumns = { order_id, payment_id, value, refunded_on, gateway_key, created_by: userId }
  const { insertId } = await trx
    .insertInto('refunds')
    .values({ ...refundColumns, ...proof })
    .executeTakeFirstOrThrow()
  await enqueueRefundMail(trx, { refundId: Number(insertId), orderId: order_id })
}

/** Returns the order of the reversed payment, because staff may have assigned the payment after the bank's report. */
async function findRefundedOrderId(trx: Trx, { reverses_id, order_id }: ReversalRow): Promise<number | null> {
  if (reverses_id === null) return order_id
  const reversedPayment = await trx
    .selectFrom('payments')
    .select('order_id')
    .where('id', '=', reverses_id)
    .executeTakeFirstOrThrow()
  return reversedPayment.order_id
}
