import {
  boletoGraceDays,
  getOrderExpiryDay,
  isPayable,
  isTooLateForBank,
  isWithdrawalDue,
  unpaidOrderDays,
} from '#app/domain/charges/boleto-state.ts'
import { orderStatus } from '#app/domain/orders/order-status.ts'
import { isUnsent } from '#app/domain/payments/payment.ts'
import {
  addBusinessDays,
  addDays,
  type CivilDate,
  findFirstDayWithinBusinessDays,
  toCivilDate,
} from '#app/domain/platform/calendar.ts'
import { lockCurrentBoleto, withdrawBoleto } from '#app/models/charges/boleto-state.server.ts'
import { hasPaidPix, withCountedPayment } from '#app/models/charges/counted-payment.server.ts'
import { lockOrder } from '#app/models/charges/order-lock.server.ts'
import { cancelOrder } from '#app/models/orders/order-status.server.ts'
import { type DbOrTrx, db, type Trx, withTransaction } from '#app/models/platform/db.server.ts'
import type { Actor } from '#app/models/platform/history.server.ts'
import { recordHistory } from '#app/models/platform/history.server.ts'
import { addToOutbox, clearFinished } from '#app/models/platform/outbox.server.ts'

const shopActor: Actor = { actorUserId: null, source: 'shop' }

type RenewalOptions = {
  /** id of the boleto that the page showed, the only one that may be replaced */
  seenBoletoId?: number
  /** the customer's profile; undefined for staff */
  profileId?: number
  /** due date chosen by staff, not before today; customers get the default */
  dueDate?: CivilDate
}

/**
 * Replaces the boleto by a boleto with a new due date. Customers may do so if the boleto is overdue or
 * expired, staff at any time. 'not-possible': the order awaits no payment, or the boleto is paid or was
 * rejected by the bank. 'money-waits': other money of the order waits for staff. 'still-good': the boleto can
 * still be paid or was already replaced.
 */
export function renewBoleto(
  orderId: number,
  { profileId, dueDate, seenBoletoId }: RenewalOptions,
  actor: Actor,
  today = toCivilDate(new Date()),
): Promise<'renewed' | 'still-good' | 'not-possible' | 'money-waits' | 'unknown-order'> {
  return withTransaction(async (trx) => {
    const order = await lockOrder(trx, orderId)
    const isOtherCustomer = profileId !== undefined && order?.profile_id !== profileId
    if (!order || isOtherCustomer) return 'unknown-order'
    if (order.status !== orderStatus.pendingPayment) return 'not-possible'
    const boleto = await lockCurrentBoleto(trx, orderId)
    // Only an imported order can get its first boleto here.
    if (!boleto && order.legacy_id === null) return 'not-possible'
    const blocker =
      boleto && (await findRenewalBlocker(trx, boleto, { orderId, profileId, seenBoletoId, today }))
    if (blocker) return blocker
    // If a payment counts or waits for staff, only staff may issue another boleto, with a date of their choice.
    if (!dueDate && (await hasCountedPayment(orderId, trx))) return 'money-waits'
    await replaceBoleto(trx, orderId, dueDate, actor)
    return 'renewed'
  })
}

/** Withdraws the current boleto and queues a new boleto. The caller must have locked the order. */
export async function replaceBoleto(
  trx: Trx,
  orderId: number,
  dueDate: CivilDate | undefined,
  actor: Actor,
): Promise<void> {
  await withdrawBoleto(trx, orderId, 'replaced', actor)
  await trx
    .updateTable('orders')
    .set({ boleto_due_on: dueDate ?? null })
    .where('id', '=', orderId)
    .execute()
  await enqueueBoleto(trx, orderId)
  const details = dueDate ? { dueDate } : {}
  await recordHistory(trx, {
    entity: 'order',
    entityId: orderId,
    action: 'boleto-wanted',
    ...actor,
    details,
  })
}

type LockedBoleto = NonNullable<Awaited<ReturnType<typeof lockCurrentBoleto>>>
type RenewalRequest = Pick<RenewalOptions, 'profileId' | 'seenBoletoId'> & {
  orderId: number
  today: CivilDate
}

async function findRenewalBlocker(
  trx: Trx,
  boleto: LockedBoleto,
  { orderId, profileId, seenBoletoId, today }: RenewalRequest,
) {
  if (await isBoletoPaid(orderId, trx)) return 'not-possible'
  const isReplaced = boleto.id !== seenBoletoId || boleto.withdrawal_reason === 'replaced'
  if (seenBoletoId !== undefined && isReplaced) return 'still-good'
  const isStaff = profileId === undefined
  if (!isStaff && boleto.state === 'rejected' && boleto.withdrawn_at === null) return 'not-possible'
  if (!isStaff && isBeforeDeadline(boleto, today) && isPayable(getBoletoState(boleto))) return 'still-good'
  return undefined
}

function isBeforeDeadline(boleto: LockedBoleto, today: CivilDate): boolean {
  return isUnsent(boleto) ? boleto.due_date >= today : !isTooLateForBank(boleto.due_date, today)
}

export async function enqueueBoleto(trx: Trx, orderId: number): Promise<void> {
  await clearFinished(trx, 'issue-boleto', String(orderId))
  await addToOutbox(trx, ['issue-boleto'], String(orderId))
}

/** Returns ids of boletos due by the next working day. Omits boletos of today because they were just mailed. */
export async function listBoletosDueSoon(
  today: CivilDate,
  afterId: number,
  limit: number,
): Promise<number[]> {
  const rows = await selectOpenBoletos()
    .where('due_date', '>=', today)
    .where('due_date', '<=', addBusinessDays(today, 1))
    .where('document_date', '<', today)
    .where((eb) => eb.or([eb('state', 'in', ['sent', 'registered']), eb('issuer', '<>', 'own-bank')]))
    .where('state', '<>', 'rejected')
    .where('boletos.id', '>', afterId)
    .select('boletos.id')
    .orderBy('boletos.id')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** Queues the reminder of a boleto. Returns false if it has been queued before. */
export async function enqueueReminder(boletoId: number): Promise<boolean> {
  const addedCount = await withTransaction((trx) => addToOutbox(trx, ['mail-boleto-due'], String(boletoId)))
  return addedCount > 0
}

/** Returns ids of orders unpaid three banking days after the last day to pay, because bank files report late. */
export async function listOverdueOrders(today: CivilDate, afterId: number, limit: number): Promise<number[]> {
  const firstDayInGrace = findFirstDayWithinBusinessDays(today, boletoGraceDays)
  const rows = await selectOpenBoletos()
    .where('due_date', '<', firstDayInGrace)
    .where((eb) => eb.or([eb('payable_until', 'is', null), eb('payable_until', '<', firstDayInGrace)]))
    .where('orders.id', '>', afterId)
    .select('orders.id')
    .orderBy('orders.id')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** Marks the boleto as expired. Checks the locked boleto because the boleto may have changed after the list. */
export function expireBoleto(orderId: number, today: CivilDate): Promise<boolean> {
  return withTransaction(async (trx) => {
    const order = await lockOrder(trx, orderId)
    const boleto = await lockCurrentBoleto(trx, orderId)
    if (!boleto || order?.status !== orderStatus.pendingPayment) return false
    if (!isWithdrawalDue(getBoletoDates(boleto), today)) return false
    if (await hasCountedPayment(orderId, trx)) return false
    const withdrawal = await withdrawBoleto(trx, orderId, 'expired', shopActor)
    if (withdrawal === 'nothing') return false
    await addToOutbox(trx, ['mail-boleto-expired'], String(boleto.id))
    return true
  })
}

/** Returns ids of orders unpaid thirty days after the newest boleto's due date or last payable day. */
export async function listUnpaidOrders(today: CivilDate, afterId: number, limit: number): Promise<number[]> {
  const oldestKeptDay = addDays(today, -unpaidOrderDays)
  const rows = await db
    .selectFrom('orders')
    .innerJoin('boletos', 'current_of', 'orders.id')
    .where('status', '=', orderStatus.pendingPayment)
    .where((eb) => eb.not(withCountedPayment))
    .where('due_date', '<', oldestKeptDay)
    .where((eb) => eb.or([eb('payable_until', 'is', null), eb('payable_until', '<', oldestKeptDay)]))
    .where('orders.id', '>', afterId)
    .select('orders.id')
    .orderBy('orders.id')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** Cancels the order and queues a mail. Stores no reason because a reason would mean "rejected". */
export function cancelUnpaidOrder(orderId: number, today: CivilDate, now = new Date()): Promise<boolean> {
  return withTransaction(async (trx) => {
    await lockOrder(trx, orderId)
    const boleto = await lockCurrentBoleto(trx, orderId)
    if (!boleto || getOrderExpiryDay(getBoletoDates(boleto)) >= today) return false
    if ((await hasCountedPayment(orderId, trx)) || (await isBoletoQueued(trx, orderId))) return false
    const context = { details: { note: 'unpaid' }, shownState: { status: orderStatus.pendingPayment } }
    const change = await cancelOrder(orderId, shopActor, now, context, trx)
    if (change !== 'changed') return false
    await clearFinished(trx, 'mail-order-unpaid', String(orderId))
    await addToOutbox(trx, ['mail-order-unpaid'], String(orderId))
    return true
  })
}

function selectOpenBoletos() {
  return db
    .selectFrom('boletos')
    .innerJoin('orders', 'orders.id', 'boletos.current_of')
    .where('state', 'in', ['made', 'sent', 'registered', 'rejected'])
    .where('withdrawn_at', 'is', null)
    .where('status', '=', orderStatus.pendingPayment)
    .where((eb) => eb.not(withCountedPayment))
}

/** Returns true if a payment of the order counts or waits for staff. */
export async function hasCountedPayment(orderId: number, reader: DbOrTrx = db): Promise<boolean> {
  const order = await reader
    .selectFrom('orders')
    .select('id')
    .where('id', '=', orderId)
    .where(withCountedPayment)
    .executeTakeFirst()
  return order !== undefined
}

/** Returns true if the newest boleto or its Pix has a payment that counts or waits for staff. */
export async function isBoletoPaid(orderId: number, reader: DbOrTrx = db): Promise<boolean> {
  const boleto = await reader
    .selectFrom('boletos')
    .innerJoin('orders', 'orders.id', 'boletos.current_of')
    .select('boletos.id')
    .where('orders.id', '=', orderId)
    .where((eb) => eb.or([eb('boletos.state', '=', 'paid'), hasPaidPix]))
    .where(withCountedPayment)
    .executeTakeFirst()
  return boleto !== undefined
}

/** Returns true if a new boleto is queued, because the buyer cannot have paid this boleto yet. */
async function isBoletoQueued(trx: Trx, orderId: number): Promise<boolean> {
  const row = await trx
    .selectFrom('outbox')
    .select('id')
    .where('job', '=', 'issue-boleto')
    .where('subject', '=', String(orderId))
    .where('done_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

function getBoletoDates({ due_date: dueDate, payable_until: payableUntil }: LockedBoleto) {
  return { dueDate, payableUntil }
}

function getBoletoState(boleto: LockedBoleto) {
  return { state: boleto.state, isWithdrawn: boleto.withdrawn_at !== null }
}
