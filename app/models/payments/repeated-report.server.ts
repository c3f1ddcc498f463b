import type { ReceivedMoney } from '#app/domain/payments/received-money.ts'
import type { Centavos } from '#app/domain/platform/money.ts'
import { bookReturnsOnOrder } from '#app/models/payments/refunds/refund-order.server.ts'
import type { Trx } from '#app/models/platform/db.server.ts'
import { type Actor, recordChange } from '#app/models/platform/history.server.ts'
import { addToOutbox, clearFinished } from '#app/models/platform/outbox.server.ts'

const task = 'mail-staff-payment'

/** The result of a repeated report; after `paymentId` the payment must be processed again. */
export type RepeatedReport = { paymentId: number } | 'known' | 'value-differs'

/**
 * Compares a later report with the payment and updates credit date and fee. Corrects the value of an
 * unresolved payment without consequences; otherwise staff decide. Matches a payment whose boleto was
 * recorded since. The caller must lock the order before.
 */
export async function applyRepeatedReport(
  trx: Trx,
  money: ReceivedMoney,
  orderId: number | null,
  actor: Actor,
): Promise<RepeatedReport> {
  const knownPayment = await trx
    .selectFrom('payments')
    .select(['id', 'problem', 'boleto_id', 'order_id', 'resolved_at'])
    .select(['value', 'credited_on', 'fee', 'reported_value'])
    .where('event_key', '=', money.eventKey)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const isCorrectable =
    knownPayment.problem !== null && knownPayment.problem !== 'reversed' && knownPayment.resolved_at === null
  const corrects =
    knownPayment.value !== money.value &&
    isCorrectable &&
    !(await hasConsequences(trx, knownPayment.id)) &&
    money.value > 0
  await correct(trx, knownPayment, { ...money, value: corrects ? money.value : knownPayment.value }, actor)
  if (!corrects && (await reportValue(trx, knownPayment, money.value))) return 'value-differs'
  if (money.boletoId === null || !isCorrectable) return 'known'
  const isOrphaned = knownPayment.problem === 'unmatched' && knownPayment.boleto_id === null
  if (!isOrphaned && !(corrects && knownPayment.problem === 'amount-differs')) return 'known'
  await trx
    .updateTable('payments')
    .set({ boleto_id: money.boletoId, order_id: orderId, problem: null })
    .where('id', '=', knownPayment.id)
    .execute()
  if (orderId !== null) await bookReturnsOnOrder(trx, { paymentId: knownPayment.id, orderId }, actor)
  return { paymentId: knownPayment.id }
}

type Known = {
  id: number
  order_id: number | null
  value: Centavos
  credited_on: string | null
  fee: Centavos | null
  reported_value: Centavos | null
}

async function correct(trx: Trx, knownPayment: Known, money: ReceivedMoney, actor: Actor): Promise<void> {
  const { value, credited_on, fee } = knownPayment
  // A refunded part reduces the net value, which must not be read as a fee.
  const newFee = money.returned ? null : (money.fee ?? null)
  const after = { value: money.value, fee: newFee ?? fee, credited_on: money.creditedOn ?? credited_on }
  if (after.value === value && after.fee === fee && after.credited_on === credited_on) return
  await trx.updateTable('payments').set(after).where('id', '=', knownPayment.id).execute()
  if (knownPayment.order_id === null) return
  await recordChange(trx, {
    ...actor,
    entity: 'order',
    entityId: knownPayment.order_id,
    action: 'payment-corrected',
    before: { value, fee, credited_on },
    // The first value of a field is not a correction, so it is not recorded.
    after: {
      value: after.value,
      fee: fee === null ? null : after.fee,
      credited_on: credited_on === null ? null : after.credited_on,
    },
    details: { payment: knownPayment.id },
  })
}

/** Returns true if refunds or reversals were based on the recorded value. */
async function hasConsequences(trx: Trx, id: number): Promise<boolean> {
  const [refund, asked, reversal] = [
    await trx.selectFrom('refunds').select('id').where('payment_id', '=', id).limit(1).executeTakeFirst(),
    await trx.selectFrom('pix_refunds').select('id').where('payment_id', '=', id).limit(1).executeTakeFirst(),
    await trx.selectFrom('payments').select('id').where('reverses_id', '=', id).limit(1).executeTakeFirst(),
  ]
  return [refund, asked, reversal].some((each) => each !== undefined)
}

/** Stores a differing value, on which staff must decide. Returns true if it is new. */
async function reportValue(trx: Trx, knownPayment: Known, value: Centavos): Promise<boolean> {
  const reportedValue = value === knownPayment.value ? null : value
  if (reportedValue === knownPayment.reported_value) return false
  await trx
    .updateTable('payments')
    .set({ reported_value: reportedValue, value_decided_at: null, value_decided_by: null })
    .where('id', '=', knownPayment.id)
    .execute()
  if (reportedValue === null) return false
  await clearFinished(trx, task, String(knownPayment.id))
  await addToOutbox(trx, [task], String(knownPayment.id))
  return true
}
