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
 * Records a payment and applies it to its order. An event is recorded once, and a repeat is compared with the first
 * report. A correct payment confirms the order. Any other payment waits for staff, who get a mail.
 */
export function receivePayment(
  money: ReceivedMoney,
  actor: Actor,
  today: CivilDate,
  outerTrx?: Trx,
): Promise<PaymentOutcome> {
  return withTransaction((trx) => receiveMoney(trx, money, actor, today), outerTrx)
}

async function receiveMoney(
  trx: Trx,
  money: ReceivedMoney,
  actor: Actor,
  today: CivilDate,
): Promise<PaymentOutcome> {
  const orderAndBoleto = await lockOrderAndBoleto(trx, money.boletoId)
  const insertedPayment = await insertOrApplyRepeat(trx, money, orderAndBoleto?.order.id ?? null, actor)
  if (insertedPayment === 'known' || insertedPayment === 'value-differs') return insertedPayment
  const paymentId = typeof insertedPayment === 'number' ? insertedPayment : insertedPayment.paymentId
  const paymentOutcome = orderAndBoleto
    ? await settleOrder(trx, { money, paymentId, ...orderAndBoleto }, actor, today)
    : (money.problem ?? 'unmatched')
  await saveOutcome(trx, paymentId, paymentOutcome)
  if (orderAndBoleto) await recordPaymentHistory(trx, orderAndBoleto.order.id, money, paymentOutcome, actor)
  return paymentOutcome
}

type ReversalOptions = {
  /** returns the centavos of the reversal that are not recorded yet; by default all of them */
  getRemaining?: (trx: Trx, reversedKey: string | undefined) => Promise<Centavos>
  /** event key of the reversed payment; by default the boleto's most likely payment */
  reverses?: string
  /** the reversed payment, which is recorded first if it is unknown */
  receipt?: ReceivedMoney | undefined
}

/**
 * Records a reversal for staff. The order stays paid. Returns false if the reversal is already recorded, if
 * nothing of its amount remains, or if its payment is unknown.
 */
export function recordReversal(
  money: ReceivedMoney,
  actor: Actor,
  { trx: outerTrx, ...options }: ReversalOptions & { trx?: Trx | undefined } = {},
): Promise<boolean> {
  return withTransaction((trx) => insertReversal(trx, money, actor, options), outerTrx)
}

async function insertReversal(
  trx: Trx,
  receivedMoney: ReceivedMoney,
  actor: Actor,
  { getRemaining, reverses: reversedKey, receipt }: ReversalOptions,
): Promise<boolean> {
  const orderAndBoleto = await lockOrderAndBoleto(trx, receivedMoney.boletoId)
  if (receipt && !(await findPaymentByKey(trx, receipt.eventKey))) {
    const receiptId = await insertOnce(trx, receipt, orderAndBoleto?.order.id ?? null)
    if (receiptId !== undefined && !orderAndBoleto) await flagProblem(trx, receiptId, 'unmatched')
  }
  const reversedPayment =
    reversedKey === undefined
      ? await findLikelyReversed(trx, receivedMoney)
      : await findPaymentByKey(trx, reversedKey)
  const money = getRemaining
    ? { ...receivedMoney, value: await getRemaining(trx, reversedPayment?.event_key) }
    : receivedMoney
  if (money.value <= 0) return false
  if (!reversedPayment && reversedKey !== undefined) return false
  // Staff may have assigned the payment to an order.
  const lockedReversed = reversedPayment && (await lockPaymentAndOrder(trx, reversedPayment.id))
  const orderId = orderAndBoleto?.order.id ?? lockedReversed?.payment.order_id ?? null
  const paymentId = await insertOnce(trx, money, orderId)
  if (paymentId === undefined) return false
  await flagProblem(trx, paymentId, 'reversed')
  const reverses_id = reversedPayment?.id ?? null
  await trx.updateTable('payments').set({ reverses_id }).where('id', '=', paymentId).execute()
  if (orderId !== null) await recordPaymentHistory(trx, orderId, money, 'reversed', actor)
  return true
}

export async function isPaymentKnown(eventKey: string): Promise<boolean> {
  return (await findPaymentByKey(db, eventKey)) !== undefined
}

export function findPaymentByKey(reader: DbOrTrx, eventKey: string) {
  return reader
    .selectFrom('payments')
    .select(['id', 'order_id', 'event_key'])
    .where('event_key', '=', eventKey)
    .executeTakeFirst()
}

/** Returns the boleto's newest payment without a reversal, but prefers a payment that waits for staff. */
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
        .where((builder) =>
          builder.or([
            builder('taken.resolution', 'is', null),
            builder('taken.resolution', '<>', 'dismissed'),
          ]),
        )
        .$castTo<{ reverses_id: number }>(),
    )
    .orderBy((eb) => eb.and([eb('problem', 'is not', null), eb('resolved_at', 'is', null)]), 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

type OrderAndBoleto = NonNullable<Awaited<ReturnType<typeof lockOrderAndBoleto>>>

/** Locks the order, then the boleto, because all code locks in this sequence. */
export async function lockOrderAndBoleto(trx: Trx, boletoId: number | null) {
  if (boletoId === null) return undefined
  const boletoRow = await trx
    .selectFrom('boletos')
    .select('order_id')
    .where('id', '=', boletoId)
    .executeTakeFirstOrThrow()
  const order = await lockOrder(trx, boletoRow.order_id)
  const boleto = await lockBoleto(trx, boletoId)
  return order && boleto && { order, boleto }
}

async function insertOrApplyRepeat(
  trx: Trx,
  money: ReceivedMoney,
  orderId: number | null,
  actor: Actor,
): Promise<number | RepeatedReport> {
  const paymentId = await insertOnce(trx, money, orderId)
  return paymentId ?? applyRepeatedReport(trx, money, orderId, actor)
}

/** Inserts a payment. Returns undefined if the event is already recorded. */
async function insertOnce(
  trx: Trx,
  money: ReceivedMoney,
  orderId: number | null,
): Promise<number | undefined> {
  const { eventKey, source, boletoId, value, paidOn, creditedOn, details } = money
  const { fee = null, way = null, reversal = null } = money
  try {
    const insertion = await trx
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
    return Number(insertion.insertId)
  } catch (error) {
    if (isDuplicate(error)) return undefined
    throw error
  }
}

/**
 * Marks the boleto as paid, except by Pix. Confirms the order for a correct payment, even for a late payment.
 */
async function settleOrder(
  trx: Trx,
  { money, paymentId, order, boleto }: OrderAndBoleto & { money: ReceivedMoney; paymentId: number },
  actor: Actor,
  today: CivilDate,
): Promise<PaymentOutcome> {
  const { source, value, returned = 0, paidOn } = money
  const isRejected = order.status === orderStatus.cancelled && order.reason !== null
  const evaluation = evaluatePayment({
    value: value - returned,
    boleto: { due: calculateRowAmountDue(boleto, paidOn), isWithdrawn: boleto.withdrawn_at !== null },
    order: {
      status: order.status,
      isRejected,
      hasPayment: await hasOtherPayment(trx, order.id, paymentId),
      ...(await findPaymentBlockers(trx, order.id)),
    },
  })
  // A Pix does not pay the boleto itself, which must be written off at the bank.
  if (source !== 'pix') await changeBoleto(trx, boleto.id, 'paid', actor)
  if (evaluation !== 'confirmed' && evaluation !== 'late') return evaluation
  const change = await confirmPayment(order.id, actor, today, undefined, trx)
  await holdMailOfEarlierPayment(trx, order.id, paidOn)
  return change === 'changed' ? evaluation : 'rejected-order'
}

/** Returns true if another payment of the order counts and was neither reversed nor refunded. */
export async function hasOtherPayment(trx: Trx, orderId: number, paymentId: number): Promise<boolean> {
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

function recordPaymentHistory(
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

/** Locks order and payment. Reads the payment's order again because it may change before the payment is locked. */
export async function lockPaymentAndOrder(trx: Trx, id: number) {
  const paymentBefore = await trx
    .selectFrom('payments')
    .select('order_id')
    .where('id', '=', id)
    .executeTakeFirst()
  const lockedOrder = paymentBefore?.order_id ? await lockOrder(trx, paymentBefore.order_id) : undefined
  const payment = await lockPayment(trx, id)
  return payment && { payment, order: await lockOrderOfPayment(trx, payment, lockedOrder) }
}

/** Returns the locked order of a locked payment. Locks another order if the payment was assigned meanwhile. */
export function lockOrderOfPayment(
  trx: Trx,
  { order_id: orderId }: { order_id: number | null },
  lockedOrder: Awaited<ReturnType<typeof lockOrder>>,
) {
  return orderId === null || orderId === lockedOrder?.id ? lockedOrder : lockOrder(trx, orderId)
}

/** Locks the row until the transaction ends. The order must be locked before. */
export function lockPayment(trx: Trx, id: number) {
  return trx.selectFrom('payments').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}
