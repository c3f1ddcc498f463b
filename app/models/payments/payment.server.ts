import { orderStatus } from '#app/domain/orders/order-status.ts'
import type { ReceivedMoney } from '#app/domain/payments/received-money.ts'
import {
  evaluatePayment,
  isPaymentProblem,
  type PaymentOutcome,
  type PaymentProblem,
} from '#app/domain/payments/received-payment.ts'
import type { CivilDate } from '#app/domain/platform/calendar.ts'
import type { Centavos } from '#app/domain/platform/money.ts'
import { changeBoleto, lockBoleto } from '#app/models/charges/boleto-state.server.ts'
import { calculateRowAmountDue } from '#app/models/charges/boleto-terms.server.ts'
import { isCountedPayment } from '#app/models/charges/counted-payment.server.ts'
import { lockOrder } from '#app/models/charges/order-lock.server.ts'
import { confirmPayment } from '#app/models/orders/order-status.server.ts'
import { findPaymentBlockers } from '#app/models/payments/payment-blockers.server.ts'
import { applyRepeatedReport, type RepeatedReport } from '#app/models/payments/repeated-report.server.ts'
import { holdMailOfEarlierPayment } from '#app/models/platform/backup.server.ts'
import { type DbOrTrx, db, isDuplicate, type Trx, withTransaction } from '#app/models/platform/db.server.ts'
import type { Actor } from '#app/models/platform/history.server.ts'
import { recordHistory } from '#app/models/platform/history.server.ts'
import { addToOutbox } from '#app/models/platform/outbox.server.ts'

/**
 * Records a payment, which no other function may do. An event is recorded once, and a repeat is compared with
 * it. A correct payment confirms the order; any other waits for staff, who get a mail.
 */
export function receivePayment(
  money: ReceivedMoney,
  actor: Actor,
  today: CivilDate,
  trx?: Trx,
): Promise<PaymentOutcome> {
  return withTransaction((own) => receiveMoney(own, money, actor, today), trx)
}

async function receiveMoney(
  trx: Trx,
  money: ReceivedMoney,
  actor: Actor,
  today: CivilDate,
): Promise<PaymentOutcome> {
  const found = await lockOrderAndBoleto(trx, money.boletoId)
  const insertedPayment = await insertOrRead(trx, money, found?.order.id ?? null, actor)
  if (insertedPayment === 'known' || insertedPayment === 'value-differs') return insertedPayment
  const paymentId = typeof insertedPayment === 'number' ? insertedPayment : insertedPayment.paymentId
  const paymentOutcome = found
    ? await settle(trx, { money, paymentId, ...found }, actor, today)
    : (money.problem ?? 'unmatched')
  await saveOutcome(trx, paymentId, paymentOutcome)
  if (found) await notePayment(trx, found.order.id, money, paymentOutcome, actor)
  return paymentOutcome
}

/**
 * `reverses` is the event key of the reversed payment, by default the boleto's most likely one; `getRemaining`
 * returns the centavos left. `receipt` is recorded first if it is unknown.
 */
type Reversing = {
  getRemaining?: (trx: Trx, reverses: string | undefined) => Promise<Centavos>
  reverses?: string
  receipt?: ReceivedMoney | undefined
}

/** Records a reversal for staff; the order stays paid. Returns false if known or nothing is left. */
export function recordReversal(
  money: ReceivedMoney,
  actor: Actor,
  { trx, ...reversing }: Reversing & { trx?: Trx | undefined } = {},
): Promise<boolean> {
  return withTransaction((own) => reverse(own, money, actor, reversing), trx)
}

async function reverse(
  trx: Trx,
  receivedMoney: ReceivedMoney,
  actor: Actor,
  { getRemaining, reverses, receipt }: Reversing,
): Promise<boolean> {
  const found = await lockOrderAndBoleto(trx, receivedMoney.boletoId)
  if (receipt && !(await findByKey(trx, receipt.eventKey))) {
    const receiptId = await insertOnce(trx, receipt, found?.order.id ?? null)
    if (receiptId !== undefined && !found) await flagProblem(trx, receiptId, 'unmatched')
  }
  const reversed =
    reverses === undefined ? await findLikelyReversed(trx, receivedMoney) : await findByKey(trx, reverses)
  const money = getRemaining
    ? { ...receivedMoney, value: await getRemaining(trx, reversed?.event_key) }
    : receivedMoney
  if (money.value <= 0) return false
  if (!reversed && reverses !== undefined) return false
  // Staff may have assigned the payment to an order.
  const locked = reversed && (await lockPaymentAndOrder(trx, reversed.id))
  const orderId = found?.order.id ?? locked?.payment.order_id ?? null
  const paymentId = await insertOnce(trx, money, orderId)
  if (paymentId === undefined) return false
  await flagProblem(trx, paymentId, 'reversed')
  const reverses_id = reversed?.id ?? null
  await trx.updateTable('payments').set({ reverses_id }).where('id', '=', paymentId).execute()
  if (orderId !== null) await notePayment(trx, orderId, money, 'reversed', actor)
  return true
}

export async function isPaymentKnown(eventKey: string): Promise<boolean> {
  return (await findByKey(db, eventKey)) !== undefined
}

export function findByKey(reader: DbOrTrx, eventKey: string) {
  return reader
    .selectFrom('payments')
    .select(['id', 'order_id', 'event_key'])
    .where('event_key', '=', eventKey)
    .executeTakeFirst()
}

/** Returns the boleto's newest payment without a reversal; one that waits for staff comes first. */
async function findLikelyReversed(trx: Trx, { boletoId }: ReceivedMoney) {
  if (boletoId === null) return undefined
  return trx
    .selectFrom('payments')
    .select(['id', 'order_id', 'event_key'])
    .where('boleto_id', '=', boletoId)
    .where((eb) => eb.or([eb('problem', 'is', null), eb('problem', '<>', 'reversed')]))
    .where('id', 'not in', (eb) =>
      eb
        .selectFrom('payments as taken')
        .select('taken.reverses_id')
        .where('taken.reverses_id', 'is not', null)
        // A dismissed reversal means that no money was taken back.
        .where((or) => or.or([or('taken.resolution', 'is', null), or('taken.resolution', '<>', 'dismissed')]))
        .$castTo<{ reverses_id: number }>(),
    )
    .orderBy((eb) => eb.and([eb('problem', 'is not', null), eb('resolved_at', 'is', null)]), 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

type Locked = NonNullable<Awaited<ReturnType<typeof lockOrderAndBoleto>>>

/** Locks the order before the boleto, in the order that all other code uses. */
export async function lockOrderAndBoleto(trx: Trx, boletoId: number | null) {
  if (boletoId === null) return undefined
  const of = await trx
    .selectFrom('boletos')
    .select('order_id')
    .where('id', '=', boletoId)
    .executeTakeFirstOrThrow()
  const order = await lockOrder(trx, of.order_id)
  const boleto = await lockBoleto(trx, boletoId)
  return order && boleto && { order, boleto }
}

async function insertOrRead(
  trx: Trx,
  money: ReceivedMoney,
  orderId: number | null,
  actor: Actor,
): Promise<number | RepeatedReport> {
  const paymentId = await insertOnce(trx, money, orderId)
  return paymentId ?? applyRepeatedReport(trx, money, orderId, actor)
}

/** Inserts a payment; returns undefined if the event is already recorded. */
async function insertOnce(
  trx: Trx,
  money: ReceivedMoney,
  orderId: number | null,
): Promise<number | undefined> {
  const { eventKey, source, boletoId, value, paidOn, creditedOn, details } = money
  const { fee = null, way = null, reversal = null } = money
  try {
    const result = await trx
      .insertInto('payments')
      .values({
        event_key: eventKey,
        source,
        boleto_id: boletoId,
        order_id: orderId,
        value,
        paid_on: paidOn,
        credited_on: creditedOn,
        fee,
        way,
        reversal,
        details: details ? JSON.stringify(details) : null,
      })
      .executeTakeFirstOrThrow()
    return Number(result.insertId)
  } catch (error) {
    if (isDuplicate(error)) return undefined
    throw error
  }
}

async function settle(
  trx: Trx,
  {
    money: { source, value, returned = 0, paidOn },
    paymentId,
    order,
    boleto,
  }: Locked & { money: ReceivedMoney; paymentId: number },
  actor: Actor,
  today: CivilDate,
): Promise<PaymentOutcome> {
  const isRejected = order.status === orderStatus.cancelled && order.reason !== null
  const judgedPayment = evaluatePayment({
    value: value - returned,
    boleto: { due: calculateRowAmountDue(boleto, paidOn), isWithdrawn: boleto.withdrawn_at !== null },
    order: {
      status: order.status,
      isRejected,
      hasPayment: await hasPayment(trx, order.id, paymentId),
      ...(await findPaymentBlockers(trx, order.id)),
    },
  })
  // A Pix does not pay the boleto itself, which must be written off at the bank.
  if (source !== 'pix') await changeBoleto(trx, boleto.id, 'paid', actor)
  if (judgedPayment !== 'confirmed' && judgedPayment !== 'late') return judgedPayment
  const change = await confirmPayment(order.id, actor, today, undefined, trx)
  await holdMailOfEarlierPayment(trx, order.id, paidOn)
  return change === 'changed' ? judgedPayment : 'rejected-order'
}

/** Returns true if another payment of the order counts and was neither reversed nor refunded. */
export async function hasPayment(trx: Trx, orderId: number, paymentId: number): Promise<boolean> {
  const countedPayment = await trx
    .selectFrom('payments')
    .select('payments.id')
    .where('order_id', '=', orderId)
    .where('payments.id', '<>', paymentId)
    .where(isCountedPayment)
    .limit(1)
    .executeTakeFirst()
  return countedPayment !== undefined
}

async function saveOutcome(trx: Trx, paymentId: number, paymentOutcome: PaymentOutcome): Promise<void> {
  if (isPaymentProblem(paymentOutcome)) return flagProblem(trx, paymentId, paymentOutcome)
  if (paymentOutcome !== 'late') return
  await trx.updateTable('payments').set({ is_late: true }).where('id', '=', paymentId).execute()
  await addToOutbox(trx, ['mail-staff-payment'], String(paymentId))
}

async function flagProblem(trx: Trx, paymentId: number, problem: PaymentProblem): Promise<void> {
  await trx.updateTable('payments').set({ problem }).where('id', '=', paymentId).execute()
  await addToOutbox(trx, ['mail-staff-payment'], String(paymentId))
}

function notePayment(
  trx: Trx,
  orderId: number,
  { source, value, paidOn }: ReceivedMoney,
  paymentOutcome: PaymentOutcome | 'reversed',
  { actorUserId }: Actor,
): Promise<number> {
  const details = { source, value, paidOn, paymentOutcome }
  return recordHistory(trx, {
    entity: 'order',
    entityId: orderId,
    action: 'payment-received',
    actorUserId,
    details,
  })
}

/** Locks a payment after its order. An assignment may give it one before the lock, so the order is read after it. */
export async function lockPaymentAndOrder(trx: Trx, id: number) {
  const before = await trx.selectFrom('payments').select('order_id').where('id', '=', id).executeTakeFirst()
  const early = before?.order_id ? await lockOrder(trx, before.order_id) : undefined
  const payment = await lockPayment(trx, id)
  return payment && { payment, order: await lockOrderSince(trx, payment, early) }
}

/** Returns the order of a locked payment, which is locked now if the payment got it after `early` was. */
export function lockOrderSince(
  trx: Trx,
  { order_id: orderId }: { order_id: number | null },
  early: Awaited<ReturnType<typeof lockOrder>>,
) {
  return orderId === null || orderId === early?.id ? early : lockOrder(trx, orderId)
}

/** Locks the row until the transaction ends. The order must be locked before. */
export function lockPayment(trx: Trx, id: number) {
  return trx.selectFrom('payments').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}
