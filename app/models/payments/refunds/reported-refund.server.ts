import { sql } from 'kysely'
import type { Refund } from '#app/domain/payments/money-back.ts'
import type { CivilDate } from '#app/domain/platform/calendar.ts'
import type { Centavos } from '#app/domain/platform/money.ts'
import { isUnreversedRefund } from '#app/models/charges/returned-money.server.ts'
import { enqueueRefundMail } from '#app/models/payments/refunds/refund-mail.server.ts'
import type { Trx } from '#app/models/platform/db.server.ts'

/** Value of created_by for refunds that bank or gateway reported */
const NO_USER = 0

/**
 * If bank or gateway already reported a refund of this value, adds staff's proof to that row and keeps its reported
 * day, so that no second refund is recorded. Returns false if there is no such report, if the shop requested the
 * refund from the bank, or if staff marked it as another refund (`isOther`).
 */
export async function attachRefundProof(trx: Trx, refund: Refund, userId: number): Promise<boolean> {
  if (refund.isOther || (await isRequestedByShop(trx, refund))) return false
  return (await addProofToRefund(trx, refund, userId)) || (await recordReversalAsRefund(trx, refund, userId))
}

/** Returns the values of reported refunds to which staff have added no proof. */
export async function listReportsWithoutProof(
  trx: Trx,
  refund: Pick<Refund, 'orderId' | 'paymentId' | 'token'>,
): Promise<Centavos[]> {
  if (await isRequestedByShop(trx, refund)) return []
  const refunds = await selectRefundsWithoutProof(trx, refund).select('value').orderBy('id').execute()
  const reversals = await selectReversalsWithoutProof(trx, refund).select('value').orderBy('id').execute()
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

function selectRefundsWithoutProof(trx: Trx, { orderId, paymentId }: RefundTarget) {
  return trx
    .selectFrom('refunds')
    .where((eb) => (paymentId === null ? eb('order_id', '=', orderId) : eb('payment_id', '=', paymentId)))
    .where('created_by', '=', NO_USER)
    .where('gateway_key', 'is not', null)
    .where(isUnreversedRefund)
}

/** SQL condition on `payments`: staff have not decided about the reversal, or only confirmed that the money is gone. */
const isUndecidedOrUpheld = sql<boolean>`(payments.resolution is null or payments.resolution = 'upheld')`

/** SQL condition on `payments`: the reversal is a refund by the shop, or a returned Pix of unknown kind. */
const isPossibleRefund = sql<boolean>`(payments.reversal = 'refund'
  or (payments.reversal is null and payments.source = 'pix'))`

/** Selects reversals that may be refunds by the shop and that staff have neither dismissed nor closed as refunds. */
function selectReversalsWithoutProof(trx: Trx, { orderId, paymentId }: RefundTarget) {
  return trx
    .selectFrom('payments')
    .where((eb) => (paymentId === null ? eb('order_id', '=', orderId) : eb('reverses_id', '=', paymentId)))
    .where('problem', '=', 'reversed')
    .where('reverses_id', 'is not', null)
    .where(isUndecidedOrUpheld)
    .where(isPossibleRefund)
}

/** Adds the proof to a reported refund of the same value. Returns false if there is none. */
async function addProofToRefund(trx: Trx, refund: Refund, userId: number): Promise<boolean> {
  const { value, document, note, token } = refund
  const row = await selectRefundsWithoutProof(trx, refund)
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

/** Records a reversal of the same value as the refund. Returns false if there is no such reversal. */
async function recordReversalAsRefund(trx: Trx, refund: Refund, userId: number): Promise<boolean> {
  const { value, document, note, token } = refund
  const reversal = await selectReversalsWithoutProof(trx, refund)
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
 * Records a reversal as a refund by the shop that staff confirmed without a proof. The id at bank or gateway is the
 * document until staff add a proof. The caller closes the reversal as 'refunded'.
 */
export async function insertReportedRefund(
  trx: Trx,
  reversal: ReversalRow & { id: number },
): Promise<Pick<Refund, 'value' | 'refundedOn' | 'document'>> {
  // Some event keys end in '/reversed', after the id.
  const keyParts = reversal.event_key.split('/')
  const providerId = keyParts.findLast((part) => part !== 'reversed') ?? ''
  const proof = { document: providerId, note: null, token: `reversal/${reversal.id}` }
  await insertRefundOfReversal(trx, reversal, proof, NO_USER)
  return { value: reversal.value, refundedOn: reversal.paid_on, document: providerId }
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

/** Returns the reversed payment's order, which is newer than the reversal's if staff assigned the payment later. */
async function findRefundedOrderId(trx: Trx, { reverses_id, order_id }: ReversalRow): Promise<number | null> {
  if (reverses_id === null) return order_id
  const reversedPayment = await trx
    .selectFrom('payments')
    .select('order_id')
    .where('id', '=', reverses_id)
    .executeTakeFirstOrThrow()
  return reversedPayment.order_id
}
