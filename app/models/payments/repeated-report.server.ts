import type { ReceivedMoney } from '#app/domain/payments/received-money.ts'
import type { Centavos } from '#app/domain/platform/money.ts'
import { bookReturnsOnOrder } from '#app/models/payments/refunds/refund-order.server.ts'
import type { Trx } from '#app/models/platform/db.server.ts'
import { type Actor, recordChange } from '#app/models/platform/history.server.ts'
import { addToOutbox, clearFinished } from '#app/models/platform/outbox.server.ts'

const staffMail = 'mail-staff-payment'

/** The result of a repeated report. A payment with `paymentId` must be processed again. */
export type RepeatedReport = { paymentId: number } | 'known' | 'value-differs'

/**
 * Compares a later report with the payment and updates credit date and fee. Corrects the value of an unresolved
 * payment that has no consequences. Otherwise staff decide about the value. Assigns boleto and order to a payment
 * whose boleto was recorded later. The caller must have locked the order.
 */
export async function applyRepeatedReport(
  trx: Trx,
  money: ReceivedMoney,
  orderId: number | null,
  actor: Actor,
): Promise<RepeatedReport> {
  const payment = await trx
    .selectFrom('payments')
    .select(['id', 'problem', 'boleto_id', 'order_id', 'resolved_at'])
    .select(['value', 'credited_on', 'fee', 'reported_value'])
    .where('event_key', '=', money.eventKey)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const isCorrectable =
    payment.problem !== null && payment.problem !== 'reversed' && payment.resolved_at === null
  const mayCorrectValue = payment.value !== money.value && isCorrectable
  const isCorrection = mayCorrectValue && !(await hasConsequences(trx, payment.id)) && money.value > 0
  const newValue = isCorrection ? money.value : payment.value
  await updateFromReport(trx, payment, { ...money, value: newValue }, actor)
  if (!isCorrection && (await storeReportedValue(trx, payment, money.value))) return 'value-differs'
  if (money.boletoId === null || !isCorrectable) return 'known'
  const isOrphaned = payment.problem === 'unmatched' && payment.boleto_id === null
  const isDifferenceCorrected = isCorrection && payment.problem === 'amount-differs'
  if (!isOrphaned && !isDifferenceCorrected) return 'known'
  await trx
    .updateTable('payments')
    .set({ boleto_id: money.boletoId, order_id: orderId, problem: null })
    .where('id', '=', payment.id)
    .execute()
  if (orderId !== null) await bookReturnsOnOrder(trx, { paymentId: payment.id, orderId }, actor)
  return { paymentId: payment.id }
}

type RecordedPayment = {
  id: number
  order_id: number | null
  value: Centavos
  credited_on: string | null
  fee: Centavos | null
  reported_value: Centavos | null
}

async function updateFromReport(
  trx: Trx,
  payment: RecordedPayment,
  money: ReceivedMoney,
  actor: Actor,
): Promise<void> {
  const { value, credited_on, fee } = payment
  // A refunded part also reduces the net value, so the difference is not a fee.
  const newFee = money.returned ? null : (money.fee ?? null)
  const after = { value: money.value, fee: newFee ?? fee, credited_on: money.creditedOn ?? credited_on }
  if (after.value === value && after.fee === fee && after.credited_on === credited_on) return
  await trx.updateTable('payments').set(after).where('id', '=', payment.id).execute()
  if (payment.order_id === null) return
  await recordChange(trx, {
    ...actor,
    entity: 'order',
    entityId: payment.order_id,
    action: 'payment-corrected',
    before: { value, fee, credited_on },
    // The first fee and the first credit date are not recorded because they correct nothing.
    after: {
      value: after.value,
      fee: fee === null ? null : after.fee,
      credited_on: credited_on === null ? null : after.credited_on,
    },
    details: { payment: payment.id },
  })
}

/** Returns true if refunds or reversals were based on the recorded value. */
async function hasConsequences(trx: Trx, id: number): Promise<boolean> {
  const [refund, pixRefund, reversal] = [
    await trx.selectFrom('refunds').select('id').where('payment_id', '=', id).limit(1).executeTakeFirst(),
    await trx.selectFrom('pix_refunds').select('id').where('payment_id', '=', id).limit(1).executeTakeFirst(),
    await trx.selectFrom('payments').select('id').where('reverses_id', '=', id).limit(1).executeTakeFirst(),
  ]
  return [refund, pixRefund, reversal].some((row) => row !== undefined)
}

/** Stores a differing value because staff must decide about it. Returns true for a new value. */
async function storeReportedValue(trx: Trx, payment: RecordedPayment, value: Centavos): Promise<boolean> {
  const reportedValue = value === payment.value ? null : value
  if (reportedValue === payment.reported_value) return false
  await trx
    .updateTable('payments')
    .set({ reported_value: reportedValue, value_decided_at: null, value_decided_by: null })
    .where('id', '=', payment.id)
    .execute()
  if (reportedValue === null) return false
  await clearFinished(trx, staffMail, String(payment.id))
  await addToOutbox(trx, [staffMail], String(payment.id))
  return true
}
